import { Box, Paper, Select } from '@mantine/core';
import { pointNow, type TimeStep } from '@/format/clock';
import { useClock, useFormat } from '@/format/useFormat';
import { TimeChart } from '@/ui/TimeChart';
import type { Report } from '../../reporting/ask';
import { BarList } from '../../reporting/BarList';
import { isTime, metricNames, type Metric } from '../../reporting/names';
import { writeGroup, writeMetric, writeMetricShort } from '../../reporting/values';
import type { Shape } from './shape';

interface ChartProps {
    shape: Shape;
    report: Report;
    metric: Metric;
    onMetric: (metric: Metric) => void;
}

const seriesLimit = 5;

// One line per value of the second group, the largest first. One line in total if time is the only group.
function linesOf(report: Report, shape: Shape, metric: Metric) {
    const [time, second] = shape.groups;
    const points = [...new Set(report.rows.map((row) => row.groupKeys[time ?? ''] ?? ''))].sort();
    const size = new Map<string, number>();
    const values = new Map<string, number>();
    for (const { groupKeys, metrics } of report.rows) {
        const line = second ? (groupKeys[second] ?? '') : '';
        const value = metrics[metric] ?? 0;
        size.set(line, (size.get(line) ?? 0) + Math.abs(value));
        const at = `${groupKeys[time ?? '']}\u0000${line}`;
        values.set(at, (values.get(at) ?? 0) + value);
    }
    const lines = [...size].sort((one, other) => other[1] - one[1]).slice(0, seriesLimit).map(([line]) => line);
    const data = points.map((x) => ({ x, ...Object.fromEntries(lines.map((line, index) => [`line${index}`, values.get(`${x}\u0000${line}`) ?? 0])) }));
    return { lines, data, second };
}

function MetricSelect({ shape, metric, onMetric }: Omit<ChartProps, 'report'>) {
    return <Select aria-label="Metric of the chart" size="xs" w={190} allowDeselect={false} data={shape.metrics.map((name) => ({ value: name, label: metricNames[name] }))} value={metric} onChange={(value) => value && onMetric(value as Metric)} />;
}

// Lines over time, and bars for other groups. Several groups without time have only a table.
export function ReportChart(props: ChartProps) {
    const { shape, report, metric } = props;
    const format = useFormat();
    const clock = useClock();
    const [first] = shape.groups;
    if (!first || report.rows.length < 2 || report.rows.some((row) => !(first in row.groupKeys))) return null;
    const controls = <MetricSelect {...props} />;
    if (isTime(first)) {
        const unfinished = pointNow(clock, first as TimeStep);
        const { lines, data, second } = linesOf(report, shape, metric);
        const written = { format: (value: number) => writeMetric(format, metric, value), formatShort: (value: number) => writeMetricShort(format, metric, value) };
        const series = lines.map((line, index) => ({ key: `line${index}`, label: second ? writeGroup(format, second, line) : metricNames[metric], ...written }));
        return (
            <Paper p="md" mb="md">
                <TimeChart label={`${metricNames[metric]} over time`} kind={lines.length > 1 ? 'line' : 'area'} data={data} series={series} formatX={(x) => writeGroup(format, first, x).replace(/,? \d{4}$/, '')} height={240} controls={controls} unfinished={data.findLast(({ x }) => x.startsWith(unfinished))?.x} />
            </Paper>
        );
    }
    const largest = [...report.rows].sort((one, other) => Math.abs(other.metrics[metric] ?? 0) - Math.abs(one.metrics[metric] ?? 0)).slice(0, 8);
    const bars = largest.map((row) => ({
        key: shape.groups.map((name) => row.groupKeys[name]).join('\u0000'),
        label: shape.groups.map((name) => writeGroup(format, name, row.groupKeys[name] ?? '')).join(' · '),
        value: row.metrics[metric] ?? 0,
        written: writeMetric(format, metric, row.metrics[metric], row.groupKeys.currency),
    }));
    return (
        <Box mb="md" component="figure" m={0} aria-label={`${metricNames[metric]}, largest values`}>
            <Box mb="xs">{controls}</Box>
            <BarList label={`${metricNames[metric]}, largest values`} bars={bars} />
        </Box>
    );
}
