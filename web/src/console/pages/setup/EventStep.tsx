import { Alert, Button, Group, Loader, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '@/api/client';
import { CodeBlock, CopyField } from '@/ui/copy';
import { firstEventSnippet, snippetLanguages, type SnippetLanguage } from './firstEvent';
import { eventTypeNames } from '../../reporting/names';
import type { SetupResult } from './SetupPage';

const lookEvery = 1500;

// The first event, once it has arrived.
function useFirstEvent() {
    const { data } = useQuery({
        queryKey: ['events', 'first'],
        queryFn: () => take(api.GET('/events', { params: { query: { limit: 1 } } })),
        refetchInterval: (query) => (query.state.data?.items.length ? false : lookEvery),
    });
    return data?.items[0];
}

export function EventStep({ result, onNext }: { result: SetupResult; onNext: () => void }) {
    const [language, setLanguage] = useState<SnippetLanguage>('curl');
    const [now] = useState(() => new Date());
    const arrived = useFirstEvent();
    const snippet = firstEventSnippet(language, { origin: window.location.origin, apiKey: result.apiKey, brandId: result.brandId, now });
    return (
        <Stack gap="md">
            <CopyField label="API key" description="The key is shown only now. It can only send events. Create other keys under Settings → API keys." value={result.apiKey} />
            <div>
                <Text size="sm" fw={500} mb={4}>
                    Send an event from your terminal
                </Text>
                <SegmentedControl aria-label="Language" data={[...snippetLanguages]} value={language} onChange={(chosen) => setLanguage(chosen as SnippetLanguage)} mb="xs" />
                <CodeBlock label={`Event with ${language}`} code={snippet} />
            </div>
            <div role="status">
                {arrived ? (
                    <Alert color="green" variant="light" icon={<IconCircleCheck size={18} />} title="Your first event has arrived">
                        {eventTypeNames[arrived.eventType]} of {arrived.playerExternalRef}
                    </Alert>
                ) : (
                    <Group gap="sm">
                        <Loader size="sm" type="dots" />
                        <Text size="sm">Waiting for your first event…</Text>
                    </Group>
                )}
            </div>
            <Group justify="flex-end">
                <Button variant={arrived ? 'filled' : 'default'} onClick={onNext}>
                    {arrived ? 'Continue' : 'Skip for now'}
                </Button>
            </Group>
        </Stack>
    );
}
