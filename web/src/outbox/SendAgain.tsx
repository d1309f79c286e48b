import { Button, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ErrorNotice } from '@/ui/states';
import { sendWords, type Delivery } from './words';

// Sends a waiting message now, or a sent message again. If this is refused, it shows the reason.
export function SendAgain({ delivery, send, onDone }: { delivery: Delivery; send: () => Promise<unknown>; onDone: () => void }) {
    const client = useQueryClient();
    const words = sendWords(delivery);
    const replay = useMutation({
        mutationFn: send,
        onSuccess: async () => {
            await client.invalidateQueries({ queryKey: ['deliveries'] });
            notifications.show({ message: words.done });
            onDone();
        },
    });
    return (
        <Stack gap="xs">
            <ErrorNotice error={replay.error} />
            <Button leftSection={<IconRefresh size={16} />} loading={replay.isPending} onClick={() => replay.mutate()} style={{ alignSelf: 'flex-start' }}>
                {words.button}
            </Button>
        </Stack>
    );
}
