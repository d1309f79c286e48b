import { Box, Group, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { growth } from '@/format/period';
import { useFormat } from '@/format/useFormat';
import { Change, Sparkline } from '@/ui/StatTile';
import { betterOf, metricNames } from '../../reporting/names';
import { isMoney, writeMetric } from '../../reporting/values';
import styles from './home.module.css';
import { funnel, type FunnelMetric } from './questions';
import type { Overview } from './useOverview';

// The share of the previous step that reached this one.
function useYield(totals: Record<string, number> | undefined) {
    const format = useFormat();
    return (metric: FunnelMetric): string => {
        const of = (name: FunnelMetric) => totals?.[name] ?? 0;
        const ratio = (part: FunnelMetric, whole: FunnelMetric) => (of(whole) === 0 ? '–' : format.percent(of(part) / of(whole)));
        if (metric === 'registration_count') return `${ratio('registration_count', 'click_count')} of clicks`;
        if (metric === 'ftd_count') return `${ratio('ftd_count', 'registration_count')} of registrations`;
        if (metric === 'ngr') return of('ftd_count') === 0 ? 'net gaming revenue' : `${format.money(of('ngr') / of('ftd_count'))} per first deposit`;
        if (metric === 'total_reward') return of('ngr') <= 0 ? 'what affiliates earn' : `${ratio('total_reward', 'ngr')} of NGR`;
        return 'on tracking links';
    };
}

function TileChange({ metric, compared: { now, before } }: { metric: FunnelMetric; compared: ReturnType<Overview['compared']> }) {
    const format = useFormat();
    return <Change ratio={growth(now, before)} better={betterOf(metric)} before={writeMetric(format, metric, before)} />;
}

interface TilesProps {
    overview: Overview;
    chosen: FunnelMetric;
    onChoose: (metric: FunnelMetric) => void;
}

export function FunnelTiles({ overview, chosen, onChoose }: TilesProps) {
    const format = useFormat();
    const totals = overview.now.data?.totals;
    const yieldOf = useYield(totals);
    return (
        <div className={styles.funnel} role="group" aria-label="Metric of the chart">
            {funnel.map((metric) => (
                <UnstyledButton key={metric} className={styles.tile} aria-pressed={metric === chosen} onClick={() => onChoose(metric)}>
                    <Text size="sm" c="dimmed">
                        {metricNames[metric]}
                    </Text>
                    {totals ? (
                        <Group gap="xs" align="baseline" mt={2} style={{ rowGap: 0 }}>
                            <Text fz={22} fw={600} lh={1.35} className="tabular">
                                {isMoney(metric) ? format.moneyShort(totals[metric]) : format.number(totals[metric])}
                            </Text>
                            {overview.earlier.data && <TileChange metric={metric} compared={overview.compared(metric)} />}
                        </Group>
                    ) : (
                        <Skeleton h={20} w="60%" my={5} />
                    )}
                    <Text size="xs" c="dimmed" mt={2}>
                        {totals ? yieldOf(metric) : ' '}
                    </Text>
                    <Box mx={-16} mt={6} mb={-6} opacity={metric === chosen ? 1 : 0.7}>
                        <Sparkline values={overview.values(metric)} height={30} />
                    </Box>
                </UnstyledButton>
            ))}
        </div>
    );
}
