import { Skeleton, Text } from '@mantine/core';
import { useFormat } from '@/format/useFormat';
import { ErrorState } from '@/ui/states';
import { TimeChart } from '@/ui/TimeChart';
import type { PeriodSearch } from '@/format/period';
import { TargetLink } from '@/ui/Link';
import { Link } from '../../link';
import { explainTarget } from '../../reporting/change';
import { metricNames } from '../../reporting/names';
import { writeMetric, writeMetricShort } from '../../reporting/values';
import styles from './home.module.css';
import type { FunnelMetric } from './questions';
import type { Overview } from './useOverview';

const stepWords = { hour: 'per hour', date: 'per day', month: 'per month' };

interface ChartProps {
    overview: Overview;
    metric: FunnelMetric;
    reportSearch: PeriodSearch;
}

export function OverviewChart({ overview, metric, reportSearch }: ChartProps) {
    const format = useFormat();
    const { step, points, now, earlier } = overview;
    const label = `${metricNames[metric]} ${stepWords[step]}`;
    if (now.error && !now.data) return <ErrorState error={now.error} retry={() => void now.refetch()} />;
    const values = overview.values(metric);
    const before = overview.valuesBefore(metric);
    const data = points.map((x, index) => ({ x, now: values[index] ?? null, before: earlier.data ? (before[index] ?? null) : null }));
    const writeX = (x: string) => (step === 'hour' ? `${x.slice(11, 13)}:00` : step === 'month' ? format.plainPeriod(x) : format.plainDate(x, 'short'));
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
                    unfinished={overview.unfinished}
                    series={[
                        { key: 'now', label, ...written },
                        { key: 'before', label: 'Previous period', muted: true, ...written },
                    ]}
                />
            ) : (
                <Skeleton h={292} />
            )}
            <Text size="sm" ta="right" mt="xs">
                <TargetLink target={explainTarget(metric, undefined, reportSearch)} size="sm" mr="md">
                    Explain this change
                </TargetLink>
                <Link to="/reports" search={{ groups: [step], metrics: [metric, 'click_count', 'registration_count', 'ftd_count', 'ngr', 'total_reward'].filter((name, index, all) => all.indexOf(name) === index), ...reportSearch }} size="sm">
                    Open in reports
                </Link>
            </Text>
        </div>
    );
}
