import { Box, Group, Paper, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { hoursOver, pointNow, sumOfHours } from '@/format/clock';
import { growth, type DateSpan, type PeriodSearch } from '@/format/period';
import { useClock, useFormat } from '@/format/useFormat';
import { Change } from '@/ui/StatTile';
import { ErrorState, staleness } from '@/ui/states';
import { TimeChart } from '@/ui/TimeChart';
import type { MetricName, Report } from '../../api';
import { Link } from '../../link';
import { metricName, writerOf } from '../../metrics';
import styles from './dashboard.module.css';
import { daysQuery } from './questions';
import { grainOf, placesOf, pointsOf, valuesOf, type Grain } from './series';

export type ShownMetric = 'click_count' | 'registration_count' | 'ftd_count' | 'total_reward';

const steps: { metric: ShownMetric; type: 'count' | 'money'; rate: MetricName; of: string }[] = [
    { metric: 'click_count', type: 'count', rate: 'unique_click_count', of: 'unique' },
    { metric: 'registration_count', type: 'count', rate: 'click_to_registration', of: 'of clicks' },
    { metric: 'ftd_count', type: 'count', rate: 'registration_to_ftd', of: 'of registrations' },
    { metric: 'total_reward', type: 'money', rate: 'epc', of: 'per click' },
];

interface StepsProps {
    now: Report | undefined;
    // The metric in this period and the previous one, over the same length of time.
    compared: (metric: ShownMetric) => { now: number; before: number } | undefined;
    shown: ShownMetric;
    onShow: (metric: ShownMetric) => void;
}

// The steps from a click to commission. Each tile selects the metric of the chart.
function Funnel({ now, compared, shown, onShow }: StepsProps) {
    const format = useFormat();
    const rateText = (name: MetricName, value: number) =>
        name === 'epc' ? format.money(value) : name === 'unique_click_count' ? format.number(value) : format.percent(value);
    return (
        <div className={styles.funnel} role="group" aria-label="Metric of the chart">
            {steps.map(({ metric, type, rate, of }) => {
                const value = now?.totals[metric] ?? 0;
                const both = compared(metric);
                const write = writerOf(type, format);
                return (
                    <UnstyledButton key={metric} className={styles.step} data-current={metric === shown || undefined} aria-pressed={metric === shown} onClick={() => onShow(metric)}>
                        <Text size="sm" c="dimmed" truncate>
                            {metricName(metric)}
                        </Text>
                        {now ? (
                            <>
                                <Group gap={8} align="baseline" style={{ rowGap: 0 }}>
                                    <span className={`${styles.figure} tabular`}>{type === 'money' && Math.abs(value) >= 1_000_000 ? format.moneyShort(value) : write(value)}</span>
                                    {both && <Change ratio={growth(both.now, both.before)} before={write(both.before)} />}
                                </Group>
                                <Text size="xs" c="dimmed" className="tabular">
                                    {rateText(rate, now.totals[rate] ?? 0)} {of}
                                </Text>
                            </>
                        ) : (
                            <Skeleton h={22} w="60%" my={12} />
                        )}
                    </UnstyledButton>
                );
            })}
        </div>
    );
}

function useAxis(grain: Grain) {
    const format = useFormat();
    return (x: string): string => {
        if (grain === 'hour') return `${x.slice(11)}:00`;
        return grain === 'week' ? x.replace('-W', ', week ') : format.plainDate(x, 'short');
    };
}

interface PerformanceProps {
    period: PeriodSearch;
    span: DateSpan;
    before: DateSpan;
    shown: ShownMetric;
    onShow: (metric: ShownMetric) => void;
}

export function Performance({ period, span, before, shown, onShow }: PerformanceProps) {
    const format = useFormat();
    const grain = grainOf(span);
    const now = useQuery(daysQuery(span, span));
    const earlier = useQuery(daysQuery(span, before));
    const formatX = useAxis(grain);
    const type = steps.find((step) => step.metric === shown)?.type ?? 'count';
    const write = writerOf(type, format);
    const places = placesOf(span, grain);
    const clock = useClock();
    const unfinished = pointNow(clock, grain);
    const data = pointsOf(places, valuesOf(now.data, span, grain, shown), valuesOf(earlier.data, before, grain, shown), unfinished);
    const hours = hoursOver(span, clock);
    const compared = (metric: ShownMetric) => {
        if (!now.data || !earlier.data) return undefined;
        if (hours === null) return { now: now.data.totals[metric] ?? 0, before: earlier.data.totals[metric] ?? 0 };
        return { now: sumOfHours(valuesOf(now.data, span, grain, metric), hours), before: sumOfHours(valuesOf(earlier.data, before, grain, metric), hours) };
    };
    if (now.error && !now.data) {
        return (
            <Paper>
                <ErrorState error={now.error} retry={() => void now.refetch()} />
            </Paper>
        );
    }
    return (
        <Paper component="section" aria-label="Performance" style={{ overflow: 'hidden' }}>
            <Funnel now={now.data} compared={compared} shown={shown} onShow={onShow} />
            <Box p={{ base: 'sm', xs: 'md' }} {...staleness(now)}>
                {now.data ? (
                    <TimeChart
                        label={`${metricName(shown)} per ${grain === 'date' ? 'day' : grain}`}
                        xLabel={grain === 'hour' ? 'Hour' : grain === 'week' ? 'Week' : 'Date'}
                        data={data}
                        height={260}
                        unfinished={unfinished}
                        formatX={formatX}
                        series={[
                            { key: 'now', label: metricName(shown), format: write, formatShort: write.short },
                            { key: 'before', label: 'Previous period', format: write, muted: true },
                        ]}
                    />
                ) : (
                    <Skeleton h={292} />
                )}
                <Group justify="flex-end" mt="xs">
                    <Link to="/change" search={{ metric: shown, ...period }} size="sm">
                        Explain this change
                    </Link>
                </Group>
            </Box>
        </Paper>
    );
}
