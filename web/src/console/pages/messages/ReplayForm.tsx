import { Select, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { FormBody, useApiForm } from '@/ui/form';

interface Values extends Record<string, unknown> {
    destinationId: string | null;
    from: string;
    to: string;
}

// Sends again all messages of a destination that were created on these days.
export function ReplayForm({ destinations, onClose }: { destinations: { value: string; label: string }[]; onClose: () => void }) {
    const client = useQueryClient();
    const form = useApiForm<Values, { count: number }>({
        initialValues: { destinationId: null, from: '', to: '' },
        validate: {
            destinationId: (value) => (value ? null : 'Choose a destination'),
            from: (value) => (value ? null : 'Enter the first day'),
            to: (value, { from }) => (value >= from && value ? null : 'Enter the last day, not before the first'),
        },
        submit: ({ destinationId, from, to }) => {
            const end = new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000).toISOString();
            return take(api.POST('/deliveries/replay', { body: { destinationId: destinationId ?? '', from: `${from}T00:00:00Z`, to: end } }));
        },
        onDone: ({ count }) => {
            void client.invalidateQueries({ queryKey: ['deliveries'] });
            notifications.show({ message: count === 1 ? '1 message is sent again.' : `${count} messages are sent again.` });
            onClose();
        },
    });
    return (
        <FormBody form={form} submitLabel="Send again" onCancel={onClose}>
            <Text size="sm">All messages of these days (UTC) are sent again with the same ids, including messages that were delivered.</Text>
            <Select label="Destination" required searchable data={destinations} {...form.getInputProps('destinationId')} />
            <TextInput type="date" label="First day" required {...form.getInputProps('from')} />
            <TextInput type="date" label="Last day" required {...form.getInputProps('to')} />
        </FormBody>
    );
}
