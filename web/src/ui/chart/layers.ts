import type { ChartProps, ChartSeries } from './props';

// The range from `base` to `value` that one series shows at one point. null means no value, which is not 0.
export type Stretch = { base: number; value: number } | null;

export interface Layer {
    series: ChartSeries;
    // Its index among all series, which gives its colour.
    index: number;
    stretches: Stretch[];
}

type Data = Pick<ChartProps, 'data' | 'series' | 'stacked'>;

const numberAt = (point: ChartProps['data'][number], key: string): number | null => {
    const value = point[key];
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

// A stacked series starts where the previous one ends, positive values above 0 and negative ones below. A muted series is
// a comparison and is not stacked.
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
