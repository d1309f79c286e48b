import { Button, Group, Paper, Stack, Text, Timeline as Line } from '@mantine/core';
import { IconArrowBackUp, IconBan, IconBolt, IconCash, IconCoins, IconGift, IconReceiptRefund, IconTrendingUp, IconUserPlus, type Icon } from '@tabler/icons-react';
import type { Schema } from '@/api/client';
import { useFormat } from '@/format/useFormat';
import { Money } from '@/ui/Money';
import { usePagedQuery } from '@/ui/pager';
import { EmptyState, ErrorState, LoadingState } from '@/ui/states';
import { Link } from '../../link';
import { eventTypeNames, type EventType } from '../../reporting/names';
import { CommissionNote, Paid, useCommission } from './Commission';
import { eventsOf } from './questions';

type Accrual = Schema<'Accrual'>;
type StoredEvent = Schema<'StoredEvent'>;

const icons: Partial<Record<EventType, Icon>> = {
    registration: IconUserPlus,
    first_deposit: IconCash,
    deposit: IconCash,
    ngr_update: IconTrendingUp,
    wager_placed: IconCoins,
    wager_settled: IconCoins,
    chargeback: IconReceiptRefund,
    withdrawal: IconArrowBackUp,
    bonus: IconGift,
    self_exclusion: IconBan,
    player_blocked: IconBan,
};

function EventItem({ event, accruals, affiliateId }: { event: StoredEvent; accruals: Accrual[]; affiliateId: string | null }) {
    const format = useFormat();
    const about = [event.product, event.game].filter(Boolean).join(' · ');
    return (
        <Group justify="space-between" align="flex-start" gap="xs" wrap="wrap">
            <Stack gap={2} miw={0}>
                <Text size="sm">
                    <Link to="/events" search={{ playerId: event.playerId, idempotencyKey: event.idempotencyKey }} inherit c="inherit" fw={500}>
                        {eventTypeNames[event.eventType]}
                    </Link>
                    {event.amount !== null && (
                        <>
                            {' '}
                            <Money amount={event.amount} currency={event.currency ?? undefined} colored fw={500} />
                        </>
                    )}
                </Text>
                <Text size="xs" c="dimmed">
                    <time dateTime={event.eventTime}>{format.dateTime(event.eventTime)}</time>
                    {about && ` · ${about}`}
                </Text>
            </Stack>
            <Stack gap={2} align="flex-end">
                {accruals.map((accrual) => (
                    <Paid key={accrual.id} accrual={accrual} playersOwn={affiliateId} />
                ))}
            </Stack>
        </Group>
    );
}

interface TimelineProps {
    playerId: string;
    affiliateId: string | null;
    cursor: string | undefined;
    setCursor: (cursor: string | undefined) => void;
}

// The player's events, newest first, with the commission for each.
export function Timeline({ playerId, affiliateId, cursor, setCursor }: TimelineProps) {
    const { query, pager } = usePagedQuery({ ...eventsOf(playerId, cursor), setCursor });
    const commission = useCommission(playerId);
    if (query.error && !query.data) return <ErrorState error={query.error} retry={() => void query.refetch?.()} />;
    if (query.isPending) return <LoadingState />;
    const events = query.data ?? [];
    if (events.length === 0) return <EmptyState title="No events yet" icon={IconBolt} />;
    const paidBy = (event: StoredEvent) => commission.accruals.filter((accrual) => accrual.eventId === event.id);
    return (
        <Paper p="lg">
            <CommissionNote commission={commission} />
            <Line bulletSize={26} lineWidth={1}>
                {events.map((event) => {
                    const Shown = icons[event.eventType] ?? IconBolt;
                    return (
                        <Line.Item key={event.id} bullet={<Shown size={14} stroke={1.75} aria-hidden />}>
                            <EventItem event={event} accruals={paidBy(event)} affiliateId={affiliateId} />
                        </Line.Item>
                    );
                })}
            </Line>
            {(pager.hasNext || pager.hasPrevious) && (
                <Group justify="flex-end" gap="xs" mt="md" component="nav" aria-label="Pages">
                    <Button variant="default" disabled={!pager.hasPrevious} onClick={pager.previous}>
                        Newer
                    </Button>
                    <Button variant="default" disabled={!pager.hasNext} onClick={pager.next}>
                        Older
                    </Button>
                </Group>
            )}
        </Paper>
    );
}
