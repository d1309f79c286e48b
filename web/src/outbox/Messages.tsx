import { Box, Group, Text } from '@mantine/core';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '@/api/client';
import { ErrorState, LoadingState } from '@/ui/states';
import { StatusBadge } from '@/ui/StatusBadge';
import { lastAnswer, triggerLabel, type Delivery } from './words';

// The messages that one thing has caused, in few words. Nothing if there are none.
export function Messages({ heading, query }: { heading: ReactNode; query: UseQueryOptions<Page<Delivery>> }) {
    const { data, error, refetch } = useQuery(query);
    if (!data) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingState label="Loading messages" />;
    if (data.items.length === 0) return null;
    return (
        <Box component="section" aria-label="Messages" mt="xl" maw={860} pl={{ base: 0, xs: 52 }}>
            <Text fw={600} mb="xs">
                {heading}
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
