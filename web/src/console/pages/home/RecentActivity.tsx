import { Box, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Schema } from '@/api/client';
import { useBrandNames } from '@/api/queries';
import { useFormat } from '@/format/useFormat';
import { When } from '@/ui/Money';
import { Section } from '@/ui/PageHeader';
import { EmptyState, ErrorState } from '@/ui/states';
import { useAffiliateNames } from '../../affiliateNames';
import { Link } from '../../link';
import { EventIcon } from '../activity/EventIcon';
import { eventSentence } from '../activity/eventWords';
import styles from './home.module.css';
import { recentEventsQuery } from './questions';

type StoredEvent = Schema<'StoredEvent'>;

function ActivityLine({ event, isNew }: { event: StoredEvent; isNew: boolean }) {
    const format = useFormat();
    const brands = useBrandNames();
    const affiliates = useAffiliateNames();
    return (
        <Group component="li" gap="sm" wrap="nowrap" px="md" py={9} className={isNew ? styles.arrived : undefined}>
            <EventIcon type={event.eventType} />
            <Box flex={1} miw={0}>
                <Text size="sm" lineClamp={2}>
                    <Link to="/players/$playerId" params={{ playerId: event.playerId }} inherit c="var(--mantine-color-text)" fw={500}>
                        {event.playerExternalRef}
                    </Link>{' '}
                    {eventSentence(event, format)}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                    {brands.nameOf(event.brandId)}
                    {event.affiliateId ? `, by ${affiliates.nameOf(event.affiliateId)}` : ', organic'}
                    <Text span inherit hiddenFrom="xs">
                        , <When at={event.recordedAt} />
                    </Text>
                </Text>
            </Box>
            <Text size="xs" c="dimmed" flex="none" visibleFrom="xs">
                <When at={event.recordedAt} />
            </Text>
        </Group>
    );
}

// The latest events, reloaded every few seconds. New events are highlighted for a moment.
export function RecentActivity() {
    const found = useQuery({ ...recentEventsQuery, refetchInterval: 4_000 });
    const known = useRef<Set<string> | null>(null);
    const items = found.data?.items ?? [];
    const before = known.current;
    useEffect(() => {
        if (found.data) known.current = new Set(found.data.items.map((event) => event.id));
    }, [found.data]);
    return (
        <Section
            title="Latest events"
            actions={
                <Link to="/events" size="sm">
                    All events
                </Link>
            }
        >
            <Paper style={{ overflow: 'hidden' }}>
                {found.error && !found.data ? (
                    <ErrorState error={found.error} retry={() => void found.refetch()} />
                ) : found.isPending ? (
                    <Stack p="md" gap="md">
                        {Array.from({ length: 6 }, (_, index) => (
                            <Skeleton key={index} h={24} />
                        ))}
                    </Stack>
                ) : items.length === 0 ? (
                    <EmptyState title="No events yet">Brands send events with an API key. Create a key under Settings → API keys.</EmptyState>
                ) : (
                    <Box component="ul" m={0} p={0} className={styles.lines}>
                        {items.map((event) => (
                            <ActivityLine key={event.id} event={event} isNew={before !== null && !before.has(event.id)} />
                        ))}
                    </Box>
                )}
            </Paper>
        </Section>
    );
}
