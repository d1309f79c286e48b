import { Button, Group, Paper, Stack, Text, Timeline as Line } from '@mantine/core';
import { IconArrowBackUp, IconBan, IconBolt, IconCash, IconCoins, IconGift, IconReceiptRefund, IconTrendingUp, IconUserPlus, type Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from '@/api/client';
import { componentNames } from '@/format/names';
import { useFormat } from '@/format/useFormat';
import { Money } from '@/ui/Money';
import { usePagedQuery } from '@/ui/pager';
import { EmptyState, ErrorState, LoadingState } from '@/ui/states';
import { useAffiliateName } from '../../entities';
import { Link } from '../../link';
import { eventTypeNames, type EventType } from '../../reporting/names';
import { reasonLabels } from './playerWords';
import { accrualsOf, eventsOf } from './questions';

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

export function Paid({ accrual, playersOwn }: { accrual: Accrual; playersOwn: string | null }) {
    const name = useAffiliateName(accrual.affiliateId);
    const reason = reasonLabels[accrual.reason];
    const words = [reason, accrual.affiliateId === playersOwn ? null : `to ${name}`, accrual.late ? 'in a later month' : null].filter(Boolean);
    return (
        <Text size="sm">
            <Link to="/accruals/$accrualId" params={{ accrualId: accrual.id }} inherit>
                {accrual.status === 'unpriced' ? (
                    `${componentNames[accrual.component]}: waits for an exchange rate`
                ) : (
                    <>
                        {componentNames[accrual.component]} <Money amount={accrual.amount} currency={accrual.currency} colored fw={500} />
                    </>
                )}
            </Link>
            {words.length > 0 && (
                <span className="fl-dimmed">
                    {' '}
                    {words.join(', ')}
                </span>
            )}
        </Text>
    );
}

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
    const accruals = useQuery(accrualsOf(playerId));
    if (query.error && !query.data) return <ErrorState error={query.error} retry={() => void query.refetch?.()} />;
    if (query.isPending) return <LoadingState />;
    const events = query.data ?? [];
    if (events.length === 0) return <EmptyState title="No events yet" icon={IconBolt} />;
    const paidBy = (event: StoredEvent) => (accruals.data ?? []).filter((accrual) => accrual.eventId === event.id);
    return (
        <Paper p="lg">
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

// When a tier is reached, players who qualified before can be re-rated. The event of such an accrual is that of another player.
export function ReRated({ playerId, affiliateId }: { playerId: string; affiliateId: string | null }) {
    const { data } = useQuery(accrualsOf(playerId));
    const reRated = (data ?? []).filter((accrual) => accrual.reason === 'reRated');
    if (reRated.length === 0) return null;
    return (
        <Paper p="lg" mt="sm">
            <Text size="sm" c="dimmed" mb="xs">
                This player was re-rated, because another player’s event reached a tier:
            </Text>
            {reRated.map((accrual) => (
                <Paid key={accrual.id} accrual={accrual} playersOwn={affiliateId} />
            ))}
        </Paper>
    );
}
