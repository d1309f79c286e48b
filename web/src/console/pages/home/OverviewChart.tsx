import { Skeleton, Text } from '@mantine/core';
import { useFormat, useToday } from '@/format/useFormat';
import type { DateSpan } from '@/format/period';
import { ErrorState } from '@/ui/states';
import { TimeChart } from '@/ui/TimeChart';
import { Link } from '../../link';
import { metricNames } from '../../reporting/names';
import { writeMetric, writeMetricShort } from '../../reporting/values';
import styles from './home.module.css';
import type { FunnelMetric } from './questions';
import type { Overview } from './useOverview';

const stepWords = { hour: 'per hour', date: 'per day', month: 'per month' };

interface ChartProps {
    overview: Overview;
    metric: FunnelMetric;
    span: DateSpan;
    reportSearch: Record<string, unknown>;
}

export function OverviewChart({ overview, metric, span, reportSearch }: ChartProps) {
    const format = useFormat();
    const today = useToday();
    const { step, points, now, earlier } = overview;
    const label = `${metricNames[metric]} ${stepWords[step]}`;
    if (now.error && !now.data) return <ErrorState error={now.error} retry={() => void now.refetch()} />;
    const values = overview.values(metric);
    const before = overview.valuesBefore(metric);
    // A point in the future has no value. It is not 0.
    const nowHour = format.time(new Date()).slice(0, 2);
    const isFuture = (point: string) => step === 'hour' && span.startDate === today && point.slice(11, 13) > nowHour;
    const data = points.map((x, index) => ({ x, now: isFuture(x) ? null : (values[index] ?? 0), before: earlier.data ? (before[index] ?? null) : null }));
    const writeX = (x: string) => (step === 'hour' ? `${x.slice(11, 13)}:00` : step === 'month' ? format.plainMonth(x) : format.plainDate(x, 'short'));
    const written = { format: (value: number) => writeMetric(format, metric, value), formatShort: (value: number) => writeMetricShort(format, metric, value) };
    return (
        <div className={styles.chart}>
            {now.data ? (
                <TimeChart
                    label={label}
                    kind="area"
                    data={data}
                    formatX={writeX}
                    xLabel={step === 'hour' ? 'Hour' : step === 'month' ? 'Month' : 'Day'}
                    height={260}
                    series={[
                        { key: 'now', label, ...written },
                        { key: 'before', label: 'Previous period', muted: true, ...written },
                    ]}
                />
            ) : (
                <Skeleton h={292} />
            )}
            <Text size="sm" ta="right" mt="xs">
                <Link to="/reports" search={{ groups: [step], metrics: [metric, 'click_count', 'registration_count', 'ftd_count', 'ngr', 'total_reward'].filter((name, index, all) => all.indexOf(name) === index), ...reportSearch }} size="sm">
                    Open in reports
                </Link>
            </Text>
        </div>
    );
}
