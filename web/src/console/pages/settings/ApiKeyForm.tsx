import { Checkbox, NumberInput, Stack, TagsInput, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { useFormat } from '@/format/useFormat';
import { FormBody, useApiForm } from '@/ui/form';
import { keyScopes, type KeyScope } from './keyScopes';

type Made = Schema<'CreatedApiKey'>;

interface ApiKeyFormProps {
    // Null for a new key.
    apiKey: Schema<'ApiKey'> | null;
    onClose: () => void;
    onMade: (made: Made) => void;
}

export function ApiKeyForm({ apiKey, onClose, onMade }: ApiKeyFormProps) {
    const format = useFormat();
    const client = useQueryClient();
    const form = useApiForm({
        initialValues: {
            name: apiKey?.name ?? '',
            scopes: apiKey?.scopes ?? (['events'] as KeyScope[]),
            allowedIps: apiKey?.allowedIps ?? [],
            requestsPerMinute: apiKey?.requestsPerMinute ?? 1000,
        },
        submit: async (values): Promise<Made | null> => {
            const body = { ...values, name: values.name.trim(), requestsPerMinute: Number(values.requestsPerMinute) };
            if (!apiKey) return take(api.POST('/api-keys', { body: { active: true, ...body } }));
            await take(api.PATCH('/api-keys/{id}', { params: { path: { id: apiKey.id } }, body }));
            return null;
        },
        onDone: (made, values) => {
            void client.invalidateQueries({ queryKey: ['api-keys'] });
            onClose();
            if (made) onMade(made);
            else notifications.show({ message: `API key ${values.name} saved.` });
        },
    });
    // The server's error names an address by its index.
    const wrong = Object.entries(form.errors).find(([path]) => path.startsWith('allowedIps'));
    return (
        <FormBody form={form} submitLabel={apiKey ? 'Save' : 'Create key'} onCancel={onClose}>
            <TextInput label="Name" description="The program that uses this key" required placeholder="Player platform" data-autofocus maxLength={255} {...form.getInputProps('name')} />
            <Checkbox.Group label="Scopes" description="What the program may do. Choose only the scopes that it needs." required {...form.getInputProps('scopes')}>
                <Stack gap="xs" mt="xs">
                    {keyScopes.map(({ value, label, description }) => (
                        <Checkbox key={value} value={value} label={label} description={description} />
                    ))}
                </Stack>
            </Checkbox.Group>
            <TagsInput
                label="Allowed IP addresses"
                description="IP addresses or networks, such as 192.0.2.0/24. Press Enter after each address. An empty list allows all addresses."
                placeholder={form.values.allowedIps.length ? undefined : 'All'}
                {...form.getInputProps('allowedIps')}
                error={wrong?.[1]}
            />
            <NumberInput label="Requests per minute" description="Rate limit of the Events API" min={1} max={1_000_000_000} allowDecimal={false} thousandSeparator={format.thousands} decimalSeparator={format.thousands === '.' ? ',' : '.'} {...form.getInputProps('requestsPerMinute')} />
        </FormBody>
    );
}
