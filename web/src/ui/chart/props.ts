export interface ChartSeries {
    key: string;
    label: string;
    // How values are written in tooltips and the table.
    format: (value: number) => string;
    // How values are written at the axis. The default is `format`.
    formatShort?: (value: number) => string;
    color?: string;
    // A thin, dashed line for the previous period.
    muted?: boolean;
}

export interface ChartProps {
    // What the chart shows: "NGR per day".
    label: string;
    kind?: 'line' | 'area' | 'bar';
    stacked?: boolean;
    // One entry per point: `x` as the API returns it, and a number per series.
    data: ({ x: string } & Record<string, string | number | null>)[];
    series: ChartSeries[];
    formatX: (x: string) => string;
    xLabel?: string;
    height?: number;
    // The `x` of the point that is not over yet. Its line is dashed.
    unfinished?: string;
}

// A point in words: "12 Mar", or "12 Mar, so far".
export const pointName = ({ formatX, unfinished }: Pick<ChartProps, 'formatX' | 'unfinished'>, x: string): string => (x === unfinished ? `${formatX(x)}, so far` : formatX(x));

// The colours differ in lightness as well as in hue, and each is readable on the light and on the dark page.
export const chartColors = ['var(--fl-chart-1)', 'var(--fl-chart-2)', 'var(--fl-chart-3)', 'var(--fl-chart-4)', 'var(--fl-chart-5)', 'var(--fl-chart-6)'];

export const colorOf = (series: ChartSeries, index: number): string =>
    series.color ?? (series.muted ? 'var(--mantine-color-dimmed)' : (chartColors[index % chartColors.length] ?? ''));
