import type { ChartProps, ChartSeries } from './props';

// What one series shows at one point: a stretch from `base` to `value`. null where there is nothing, which is not 0.
export type Stretch = { base: number; value: number } | null;

export interface Layer {
    series: ChartSeries;
    // Its place among all series, which its colour goes by.
    index: number;
    stretches: Stretch[];
}

type Data = Pick<ChartProps, 'data' | 'series' | 'stacked'>;

const numberAt = (point: ChartProps['data'][number], key: string): number | null => {
    const value = point[key];
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

// Stacked series stand on those before them, gains above 0 and losses below. A muted series is compared with, so it
// never takes part.
export function layersOf({ data, series, stacked }: Data): Layer[] {
    const above = data.map(() => 0);
    const below = data.map(() => 0);
    return series.map((one, index) => {
        const stretches = data.map((point, at): Stretch => {
            const value = numberAt(point, one.key);
            if (value === null) return null;
            if (!stacked || one.muted) return { base: 0, value };
            const side = value < 0 ? below : above;
            const base = side[at] ?? 0;
            side[at] = base + value;
            return { base, value: base + value };
        });
        return { series: one, index, stretches };
    });
}

export function rangeOf(layers: Layer[]): { low: number; high: number } {
    let low = 0;
    let high = 0;
    for (const { stretches } of layers) {
        for (const one of stretches) {
            if (!one) continue;
            low = Math.min(low, one.value);
            high = Math.max(high, one.value);
        }
    }
    return { low, high };
}
