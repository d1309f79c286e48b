import { Group, Paper, Text } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { Area, Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { colorOf, type ChartProps, type ChartSeries } from './chart';

// The drawing alone, in a chunk of its own with the chart library. Pages use TimeChart.

interface TipEntry {
    dataKey?: unknown;
    value?: unknown;
}

function Tip({ active, label, payload, chart }: { active?: boolean; label?: unknown; payload?: readonly TipEntry[]; chart: ChartProps }) {
    if (!active || !payload?.length) return null;
    const valueOf = (series: ChartSeries) => payload.find((entry) => entry.dataKey === series.key)?.value;
    return (
        <Paper px="sm" py="xs" shadow="md" fz="sm">
            <Text size="xs" c="dimmed" mb={4}>
                {chart.formatX(String(label))}
            </Text>
            {chart.series.map((series, index) => {
                const value = valueOf(series);
                return typeof value === 'number' ? (
                    <Group key={series.key} gap="lg" justify="space-between" wrap="nowrap">
                        <Group gap={6} wrap="nowrap">
                            <span style={{ width: 8, height: 8, borderRadius: 4, background: colorOf(series, index) }} />
                            <Text size="sm">{series.label}</Text>
                        </Group>
                        <Text size="sm" fw={500} className="tabular">
                            {series.format(value)}
                        </Text>
                    </Group>
                ) : null;
            })}
        </Paper>
    );
}

function drawSeries(chart: ChartProps, series: ChartSeries, index: number, animated: boolean) {
    const color = colorOf(series, index);
    const common = { dataKey: series.key, name: series.label, isAnimationActive: animated, animationDuration: 250 };
    const stackId = chart.stacked && !series.muted ? 'stack' : undefined;
    if (chart.kind === 'bar' && !series.muted) {
        return <Bar key={series.key} {...common} fill={color} stackId={stackId} radius={stackId ? 0 : [3, 3, 0, 0]} maxBarSize={36} />;
    }
    const line = { stroke: color, strokeWidth: series.muted ? 1.5 : 2, strokeDasharray: series.muted ? '4 4' : undefined, dot: false as const, type: 'monotone' as const };
    if (chart.kind === 'line' || series.muted) return <Line key={series.key} {...common} {...line} activeDot={{ r: 3.5 }} />;
    return <Area key={series.key} {...common} {...line} stackId={stackId} fill={color} fillOpacity={chart.stacked ? 0.35 : 0.1} activeDot={{ r: 3.5 }} />;
}

export default function ChartCanvas(chart: ChartProps) {
    const animated = !useReducedMotion();
    const first = chart.series[0];
    const short = first?.formatShort ?? first?.format;
    const tick = { fontSize: 12, fill: 'var(--mantine-color-dimmed)' };
    return (
        <ResponsiveContainer width="100%" height={chart.height ?? 280}>
            <ComposedChart data={chart.data} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer>
                <CartesianGrid vertical={false} stroke="var(--fl-line)" />
                <XAxis dataKey="x" tickFormatter={chart.formatX} tick={tick} tickLine={false} axisLine={{ stroke: 'var(--fl-line)' }} minTickGap={32} tickMargin={8} />
                <YAxis tickFormatter={(value: number) => (short ? short(value) : String(value))} tick={tick} tickLine={false} axisLine={false} width="auto" tickMargin={4} />
                <Tooltip
                    cursor={{ stroke: 'var(--mantine-color-dimmed)', strokeDasharray: '3 3', fill: 'var(--fl-hover)', fillOpacity: 0.6 }}
                    isAnimationActive={false}
                    content={({ active, label, payload }) => <Tip active={active} label={label} payload={payload} chart={chart} />}
                />
                {chart.series.map((series, index) => drawSeries(chart, series, index, animated))}
            </ComposedChart>
        </ResponsiveContainer>
    );
}
