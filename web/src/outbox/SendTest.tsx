import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { CodeBlock } from '@/ui/copy';
import { ErrorState } from '@/ui/states';
import type { SentTest } from './words';

// Sends a test and shows the request and the answer.
export function SendTest({ send }: { send: () => Promise<SentTest> }) {
    const test = useMutation({ mutationFn: send });
    const sent = test.data;
    const accepted = sent?.response.status !== undefined && sent.response.status !== null && sent.response.status >= 200 && sent.response.status < 300;
    return (
        <Stack gap="sm">
            <Button variant="default" leftSection={<IconSend size={16} />} loading={test.isPending} onClick={() => test.mutate()} style={{ alignSelf: 'flex-start' }}>
                Send a test
            </Button>
            {test.error && <ErrorState error={test.error} />}
            {sent && (
                <Alert color={accepted ? 'green' : 'red'} title={accepted ? 'The receiver accepted the test' : 'The receiver did not accept the test'} role="status">
                    <Stack gap="xs">
                        <CodeBlock code={`${sent.request.method} ${sent.request.url}${sent.request.body ? `\n\n${sent.request.body}` : ''}`} label="Request" />
                        <Text size="sm">
                            {sent.response.error ?? (
                                <>
                                    Answer <Code>{sent.response.status}</Code> after {sent.response.durationMs} ms
                                </>
                            )}
                        </Text>
                        {sent.response.answer && <Code block>{sent.response.answer}</Code>}
                    </Stack>
                </Alert>
            )}
        </Stack>
    );
}
