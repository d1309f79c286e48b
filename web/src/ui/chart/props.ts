export interface ChartSeries {
    key: string;
    label: string;
    // How values are written in tooltips and the table.
    format: (value: number) => string;
    // How they are written at the axis; `format` without it.
    formatShort?: (value: number) => string;
    color?: string;
    // A quiet, dashed line: the period before.
    muted?: boolean;
}

export interface ChartProps {
    // What the chart shows, in words: "NGR per day".
    label: string;
    kind?: 'line' | 'area' | 'bar';
    stacked?: boolean;
    // One entry per point: `x` as the API writes it and a number per series.
    data: ({ x: string } & Record<string, string | number | null>)[];
    series: ChartSeries[];
    formatX: (x: string) => string;
    xLabel?: string;
    height?: number;
}

// Told apart by lightness as well as by hue, and each readable on the light and the dark page.
export const chartColors = ['var(--fl-chart-1)', 'var(--fl-chart-2)', 'var(--fl-chart-3)', 'var(--fl-chart-4)', 'var(--fl-chart-5)', 'var(--fl-chart-6)'];

export const colorOf = (series: ChartSeries, index: number): string =>
    series.color ?? (series.muted ? 'var(--mantine-color-dimmed)' : (chartColors[index % chartColors.length] ?? ''));
