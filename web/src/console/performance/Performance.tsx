import { Paper, Select, SimpleGrid, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { growth, type PeriodSearch } from '@/format/period';
import { useFormat } from '@/format/useFormat';
import { Section } from '@/ui/PageHeader';
import { PeriodPicker, usePeriod } from '@/ui/PeriodPicker';
import { ErrorState } from '@/ui/states';
import { StatTile } from '@/ui/StatTile';
import { TimeChart } from '@/ui/TimeChart';
import { LinkButton } from '../link';
import { wordsFor, writeMetric, type ShownMetric } from './metrics';
import { pointsOf, stepOf, type Step } from './points';
import { reportQuery, type Report } from './report';

interface PerformanceProps {
    // Filters by group key: {affiliate: [id]}.
    filters: Record<string, string[]>;
    metrics: ShownMetric[];
    // The period from the URL.
    search: PeriodSearch;
    onPeriod: (period: PeriodSearch) => void;
}

const first = (report: Report | undefined, step: Step) => (report?.rows ?? []).map((row) => row.groupKeys[step] ?? '');

function useReports({ filters, metrics, search }: PerformanceProps) {
    const { span, before } = usePeriod(search);
    const step = stepOf(span);
    const now = useQuery(reportQuery({ groupKeys: [step], metrics, filters, ...span }));
    const then = useQuery(reportQuery({ groupKeys: [step], metrics, filters, ...before }));
    const valuesOf = (report: Report | undefined, points: string[], metric: ShownMetric): number[] => {
        const byPoint = new Map((report?.rows ?? []).map((row) => [row.groupKeys[step], row.metrics[metric] ?? 0]));
        return points.map((point) => byPoint.get(point) ?? 0);
    };
    const points = pointsOf(span, step, first(now.data, step));
    const pointsBefore = pointsOf(before, step, first(then.data, step));
    return {
        span,
        step,
        now,
        then,
        points,
        series: (metric: ShownMetric) => valuesOf(now.data, points, metric),
        seriesBefore: (metric: ShownMetric) => valuesOf(then.data, pointsBefore, metric),
    };
}

function Tiles({ metrics, reports }: { metrics: ShownMetric[]; reports: ReturnType<typeof useReports> }) {
    const format = useFormat();
    return (
        <SimpleGrid cols={{ base: 2, sm: 3, lg: metrics.length > 5 ? 3 : metrics.length }} spacing="sm">
            {metrics.map((metric) => {
                const { label, better, hint } = wordsFor(metric);
                const value = reports.now.data?.totals[metric] ?? 0;
                const before = reports.then.data?.totals[metric];
                return (
                    <StatTile
                        key={metric}
                        label={label}
                        hint={hint}
                        value={writeMetric(format, metric, value, Math.abs(value) >= 1_000_000)}
                        change={before === undefined ? undefined : growth(value, before)}
                        before={before === undefined ? undefined : writeMetric(format, metric, before)}
                        better={better}
                        spark={reports.series(metric)}
                        loading={reports.now.isPending}
                    />
                );
            })}
        </SimpleGrid>
    );
}

function Chart({ metrics, reports }: { metrics: ShownMetric[]; reports: ReturnType<typeof useReports> }) {
    const format = useFormat();
    const [chosen, setChosen] = useState<ShownMetric>(metrics.includes('click_count') ? 'click_count' : (metrics[0] ?? 'click_count'));
    const { label } = wordsFor(chosen);
    const before = reports.seriesBefore(chosen);
    const values = reports.series(chosen);
    const data = reports.points.map((x, index) => ({ x, now: values[index] ?? 0, before: before[index] ?? null }));
    const writeX = (x: string) => (reports.step === 'hour' ? `${x.slice(11, 13)}:00` : reports.step === 'month' ? format.plainMonth(x) : format.plainDate(x, 'short'));
    const written = {
        format: (value: number) => writeMetric(format, chosen, value),
        formatShort: (value: number) => writeMetric(format, chosen, value, true),
    };
    return (
        <TimeChart
            label={`${label} over time`}
            kind={reports.step === 'hour' ? 'bar' : 'area'}
            data={data}
            formatX={writeX}
            xLabel={reports.step === 'hour' ? 'Hour' : reports.step === 'month' ? 'Month' : 'Date'}
            height={240}
            series={[
                { key: 'now', label, ...written },
                { key: 'before', label: 'Previous period', muted: true, ...written },
            ]}
            controls={
                <Select
                    aria-label="Metric of the chart"
                    size="xs"
                    w={150}
                    data={metrics.map((metric) => ({ value: metric, label: wordsFor(metric).label }))}
                    value={chosen}
                    allowDeselect={false}
                    onChange={(value) => value && setChosen(value as ShownMetric)}
                />
            }
        />
    );
}

// The performance of one object in a period and the previous one: tiles, a chart and a link to the full report.
export function Performance(props: PerformanceProps) {
    const { filters, metrics, search, onPeriod } = props;
    const reports = useReports(props);
    const { span, step } = reports;
    const inReports = { groups: [step], metrics, filters, period: 'custom' as const, from: span.startDate, to: span.endDate };
    const actions = (
        <>
            <LinkButton variant="subtle" color="gray" to="/reports" search={inReports}>
                Open in reports
            </LinkButton>
            <PeriodPicker value={search} onChange={onPeriod} />
        </>
    );
    return (
        <Section title="Performance" actions={actions}>
            {reports.now.error ? (
                <Paper>
                    <ErrorState error={reports.now.error} retry={() => void reports.now.refetch()} />
                </Paper>
            ) : (
                <>
                    <Tiles metrics={metrics} reports={reports} />
                    <Paper p="md" mt="sm">
                        {reports.now.isPending ? <Skeleton h={276} /> : <Chart metrics={metrics} reports={reports} />}
                    </Paper>
                </>
            )}
        </Section>
    );
}
