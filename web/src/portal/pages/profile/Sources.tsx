import { Box, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '@/api/client';
import { FormBody, useApiForm } from '@/ui/form';
import { ErrorNotice, LoadingState } from '@/ui/states';
import { Modal } from '@/ui/unsaved';
import { queries, type MarketingSource } from '../../api';

function SourceForm({ source, onClose }: { source: MarketingSource | null; onClose: () => void }) {
    const client = useQueryClient();
    const form = useApiForm({
        initialValues: { name: source?.name ?? '', type: source?.type ?? '', url: source?.url ?? '' },
        validate: { name: (value) => (value.trim() ? null : 'Enter a name') },
        submit: (values) => {
            const body = { name: values.name.trim(), type: values.type.trim() || null, url: values.url.trim() || null };
            return source
                ? take(api.PATCH('/portal/marketing-sources/{id}', { params: { path: { id: source.id } }, body }))
                : take(api.POST('/portal/marketing-sources', { body }));
        },
        onDone: (saved) => {
            void client.invalidateQueries({ queryKey: ['marketing-sources'] });
            notifications.show({ message: `Marketing source ${saved.name} saved.` });
            onClose();
        },
    });
    return (
        <FormBody form={form} submitLabel={source ? 'Save' : 'Add marketing source'} onCancel={onClose}>
            <TextInput label="Name" placeholder="my-site.example" data-autofocus {...form.getInputProps('name')} />
            <TextInput label="Kind" description="Optional: website, newsletter, video, app" {...form.getInputProps('type')} />
            <TextInput label="URL" description="Optional" type="url" placeholder="https://" {...form.getInputProps('url')} />
        </FormBody>
    );
}

export function Sources() {
    const { data, error } = useQuery(queries.sources);
    const [edited, setEdited] = useState<MarketingSource | 'new' | null>(null);
    const close = () => setEdited(null);
    if (error && !data) return <ErrorNotice error={error} />;
    if (!data) return <LoadingState />;
    return (
        <Stack gap="sm">
            {data.length > 0 && (
                <Box component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
                    {data.map((source) => (
                        <Group key={source.id} component="li" justify="space-between" wrap="nowrap" py={6} style={{ borderBottom: '1px solid var(--fl-line)' }}>
                            <Box miw={0}>
                                <Text size="sm" fw={500} truncate>
                                    {source.name}
                                </Text>
                                <Text size="xs" c="dimmed" truncate>
                                    {[source.type, source.url].filter(Boolean).join(' · ') || 'No details'}
                                </Text>
                            </Box>
                            <Button variant="subtle" size="compact-sm" onClick={() => setEdited(source)} aria-label={`Edit ${source.name}`}>
                                Edit
                            </Button>
                        </Group>
                    ))}
                </Box>
            )}
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')} style={{ alignSelf: 'flex-start' }}>
                Add marketing source
            </Button>
            <Modal opened={edited !== null} onClose={close} title={<Text fw={600}>{edited === 'new' ? 'New marketing source' : 'Edit marketing source'}</Text>}>
                {edited && <SourceForm source={edited === 'new' ? null : edited} onClose={close} />}
            </Modal>
        </Stack>
    );
}
