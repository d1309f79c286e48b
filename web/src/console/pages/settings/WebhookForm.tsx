import { Checkbox, Select, SimpleGrid, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { PauseNote } from '@/outbox/PauseNote';
import { SendTest } from '@/outbox/SendTest';
import { destinationStatuses, webhookTypes, type WebhookType } from '@/outbox/words';
import { FormBody, useApiForm } from '@/ui/form';

type Webhook = Schema<'Webhook'>;
interface WebhookFormProps {
    // Null for a new webhook.
    webhook: Webhook | null;
    onClose: () => void;
    onMade: (made: Schema<'CreatedWebhook'>) => void;
}

export function WebhookForm({ webhook, onClose, onMade }: WebhookFormProps) {
    const client = useQueryClient();
    const form = useApiForm({
        initialValues: { url: webhook?.url ?? '', types: webhook?.types ?? ([] as WebhookType[]), status: webhook?.status ?? ('active' as Webhook['status']) },
        submit: async (values): Promise<Schema<'CreatedWebhook'> | null> => {
            const body = { ...values, url: values.url.trim() };
            if (!webhook) return take(api.POST('/webhooks', { body }));
            await take(api.PATCH('/webhooks/{id}', { params: { path: { id: webhook.id } }, body }));
            return null;
        },
        onDone: (made) => {
            void client.invalidateQueries({ queryKey: ['webhooks'] });
            void client.invalidateQueries({ queryKey: ['deliveries'] });
            onClose();
            if (made) onMade(made);
            else notifications.show({ message: 'Webhook saved.' });
        },
    });
    const statuses = destinationStatuses.filter(({ value }) => value !== 'paused' || webhook?.status === 'paused');
    return (
        <FormBody form={form} submitLabel={webhook ? 'Save' : 'Create webhook'} onCancel={onClose}>
            {webhook?.status === 'paused' && <PauseNote reason={webhook.pauseReason} />}
            <TextInput label="URL" required placeholder="https://backend.example/fairlead" maxLength={2048} data-autofocus {...form.getInputProps('url')} />
            <Checkbox.Group label="Report" required {...form.getInputProps('types')}>
                <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
                    {webhookTypes.map(({ value, label }) => (
                        <Checkbox key={value} value={value} label={label} />
                    ))}
                </SimpleGrid>
            </Checkbox.Group>
            <Select label="Status" data={statuses} allowDeselect={false} {...form.getInputProps('status')} />
            {webhook && <SendTest send={() => take(api.POST('/webhooks/{id}/test', { params: { path: { id: webhook.id } } }))} />}
        </FormBody>
    );
}
