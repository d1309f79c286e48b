import { Box, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { lastAnswer, triggerLabel } from '@/outbox/words';
import { ErrorState, LoadingState } from '@/ui/states';
import { StatusBadge } from '@/ui/StatusBadge';
import { Link } from '../../../link';

// The postbacks and webhooks that the accrual has caused. Nothing if there are none.
export function AccrualMessages({ accrualId }: { accrualId: string }) {
    const { data, error, refetch } = useQuery({
        queryKey: ['deliveries', 'of', accrualId],
        queryFn: () => take(api.GET('/deliveries', { params: { query: { limit: 20, accrualId } } })),
    });
    if (!data) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingState label="Loading messages" />;
    if (data.items.length === 0) return null;
    return (
        <Box component="section" aria-label="Messages" mt="xl" maw={860} pl={{ base: 0, xs: 52 }}>
            <Text fw={600} mb="xs">
                <Link to="/deliveries" search={{ accrualId }}>
                    Messages about this accrual
                </Link>
            </Text>
            {data.items.map((delivery) => (
                <Group key={delivery.id} gap="sm">
                    <StatusBadge status={delivery.status} />
                    <Text size="sm">
                        {triggerLabel(delivery.type)}: {lastAnswer(delivery)}
                    </Text>
                </Group>
            ))}
        </Box>
    );
}
