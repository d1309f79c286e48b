import { Paper, Select, SimpleGrid, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hoursOver, pointNow, sameHours, sumOfHours } from '@/format/clock';
import { growth, type DateSpan, type PeriodSearch } from '@/format/period';
import { useClock, useFormat } from '@/format/useFormat';
import { Section } from '@/ui/PageHeader';
import { PeriodPicker, usePeriod } from '@/ui/PeriodPicker';
import { ErrorState } from '@/ui/states';
import { StatTile } from '@/ui/StatTile';
import { TimeChart } from '@/ui/TimeChart';
import type { LinkTarget } from '@/ui/Link';
import { LinkButton } from '../link';
import { explainTarget } from '../reporting/change';
import { wordsFor, writeMetric, type ShownMetric } from './metrics';
import { pointsOf, stepOf, valuesAt } from './points';
import { reportQuery } from './report';

interface PerformanceProps {
    // Filters by group key: {affiliate: [id]}.
    filters: Record<string, string[]>;
    metrics: ShownMetric[];
    // The period from the URL.
    search: PeriodSearch;
    onPeriod: (period: PeriodSearch) => void;
}

function useReports({ filters, metrics, search }: PerformanceProps) {
    const { span, before } = usePeriod(search);
    const step = stepOf(span);
    const now = useQuery(reportQuery({ groupKeys: [step], metrics, filters, ...span }));
    const then = useQuery(reportQuery({ groupKeys: [step], metrics, filters, ...before }));
    const clock = useClock();
    const points = pointsOf(span, step);
    const pointsBefore = pointsOf(before, step);
    const unfinished = pointNow(clock, step);
    // A point in the future has no value. It is not 0.
    const pastPoints = points.filter((point) => point <= unfinished);
    const series = (metric: ShownMetric) => valuesAt(now.data?.rows ?? [], pastPoints, step, metric);
    const seriesBefore = (metric: ShownMetric) => valuesAt(then.data?.rows ?? [], pointsBefore, step, metric);
    const hours = hoursOver(span, clock);
    // Both numbers cover the same length of time. Ratios of single hours cannot be added up.
    const compared = (metric: ShownMetric): { now: number; before: number } | undefined => {
        if (!now.data || !then.data || (hours !== null && wordsFor(metric).kind === 'ratio')) return undefined;
        if (hours !== null) return { now: sumOfHours(series(metric), hours), before: sumOfHours(seriesBefore(metric), hours) };
        return { now: now.data.totals[metric] ?? 0, before: then.data.totals[metric] ?? 0 };
    };
    return { span, before, hours, step, now, then, points, unfinished, series, seriesBefore, compared };
}

function Tiles({ metrics, reports, explain }: { metrics: ShownMetric[]; reports: ReturnType<typeof useReports>; explain: (metric: ShownMetric) => LinkTarget }) {
    const format = useFormat();
    return (
        <SimpleGrid cols={{ base: 2, sm: 3, lg: metrics.length > 5 ? 3 : metrics.length }} spacing="sm">
            {metrics.map((metric) => {
                const { label, better, hint } = wordsFor(metric);
                const value = reports.now.data?.totals[metric] ?? 0;
                const compared = reports.compared(metric);
                return (
                    <StatTile
                        key={metric}
                        label={label}
                        hint={hint}
                        value={writeMetric(format, metric, value, Math.abs(value) >= 1_000_000)}
                        change={compared && growth(compared.now, compared.before)}
                        before={compared && writeMetric(format, metric, compared.before)}
                        better={better}
                        spark={reports.series(metric)}
                        loading={reports.now.isPending}
                        explain={compared && (compared.now !== 0 || compared.before !== 0) ? explain(metric) : undefined}
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
    const data = reports.points.map((x, index) => ({ x, now: values[index] ?? null, before: before[index] ?? null }));
    const writeX = (x: string) => (reports.step === 'hour' ? `${x.slice(11, 13)}:00` : reports.step === 'month' ? format.plainPeriod(x) : format.plainDate(x, 'short'));
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
            unfinished={reports.unfinished}
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
    const { span, before, hours, step } = reports;
    const format = useFormat();
    const written = ({ startDate, endDate }: DateSpan) => (startDate === endDate ? format.plainDate(startDate) : `${format.plainDate(startDate, 'short')} – ${format.plainDate(endDate, 'short')}`);
    const compared = `${written(span)} compared with ${hours === null ? written(before) : sameHours(hours, written(before))}`;
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
        <Section title="Performance" description={compared} actions={actions}>
            {reports.now.error ? (
                <Paper>
                    <ErrorState error={reports.now.error} retry={() => void reports.now.refetch()} />
                </Paper>
            ) : (
                <>
                    <Tiles metrics={metrics} reports={reports} explain={(metric) => explainTarget(metric, filters, search)} />
                    <Paper p="md" mt="sm">
                        {reports.now.isPending ? <Skeleton h={276} /> : <Chart metrics={metrics} reports={reports} />}
                    </Paper>
                </>
            )}
        </Section>
    );
}
