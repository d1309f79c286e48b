import { Paper, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { todayIn } from '@/format/period';
import { useFormat, useToday } from '@/format/useFormat';
import { Facts } from '@/ui/Facts';
import { StatTile } from '@/ui/StatTile';
import { UnpricedNote } from '@/ui/UnpricedNote';
import { reportQuery } from '../../performance/report';
import { eventTypeNames, type EventType } from '../../reporting/names';
import { Amounts, type Player } from './PlayersTable';

const tiles = [
    { metric: 'deposit_amount', label: 'Deposits', hint: 'Including the first deposit', of: ['first_deposit', 'deposit'] },
    { metric: 'ngr', label: 'NGR', hint: 'Net gaming revenue', of: ['ngr_update'] },
    { metric: 'total_reward', label: 'Commission', hint: 'Commission for this player', of: null },
    { metric: 'profit', label: 'Profit', hint: 'NGR less commission', of: null },
] as const;

const inOrder = Object.keys(eventTypeNames) as EventType[];

// The player's totals in the base currency (from reports), and its events in their own currencies.
export function Totals({ player }: { player: Player }) {
    const format = useFormat();
    const today = useToday();
    const since = player.registeredAt ? todayIn(format.conventions.timeZone, new Date(player.registeredAt)) : today;
    const report = useQuery({
        ...reportQuery({ metrics: tiles.map((tile) => tile.metric), filters: { player: [player.id] }, startDate: since, endDate: today }),
        enabled: player.registeredAt !== null,
    });
    const unpriced = report.data?.unpriced ?? [];
    // An amount without an exchange rate is not 0. `of` are the events that an amount adds up, null if it depends on all.
    const written = (metric: (typeof tiles)[number]['metric'], of: readonly EventType[] | null): string => {
        const value = report.data?.totals[metric] ?? null;
        const waits = unpriced.length > 0 && value === 0 && (of === null || of.some((type) => player.totals[type]));
        return waits ? 'Unpriced' : format.money(value);
    };
    const types = inOrder.filter((type) => player.totals[type]);
    return (
        <>
            {player.registeredAt && (
                <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" mb="sm">
                    {tiles.map(({ metric, label, hint, of }) => (
                        <StatTile key={metric} label={label} hint={hint} value={written(metric, of)} loading={report.isPending} />
                    ))}
                </SimpleGrid>
            )}
            <UnpricedNote unpriced={unpriced} />
            <Paper p="lg">
                {types.length === 0 ? (
                    <Text size="sm" c="dimmed">
                        No events yet.
                    </Text>
                ) : (
                    <Facts
                        facts={types.map((type) => [
                            eventTypeNames[type],
                            <Text key={type} size="sm" component="div" style={{ display: 'flex', gap: 12, flexWrap: 'wrap' }}>
                                <Text span inherit c="dimmed" className="tabular">
                                    {format.number(player.totals[type]?.count ?? 0)} ×
                                </Text>
                                {type !== 'registration' && (
                                    <span>
                                        <Amounts amounts={Object.entries(player.totals[type]?.amounts ?? {})} />
                                    </span>
                                )}
                            </Text>,
                        ])}
                    />
                )}
            </Paper>
        </>
    );
}
