import { describe, expect, it } from 'vitest';
import { layersOf, rangeOf } from './layers';

const series = ['cpa', 'share'].map((key) => ({ key, label: key, format: String }));
const stretches = (data: Parameters<typeof layersOf>[0]['data'], stacked = true) => layersOf({ data, series, stacked }).map((layer) => layer.stretches);

describe('stacked series', () => {
    it('start where the previous one ends', () => {
        expect(stretches([{ x: 'a', cpa: 3, share: 4 }])).toEqual([[{ base: 0, value: 3 }], [{ base: 3, value: 7 }]]);
    });
    it('have negative values below 0', () => {
        const found = layersOf({ data: [{ x: 'a', cpa: 3, share: -4 }], series, stacked: true });
        expect(found[1]?.stretches).toEqual([{ base: 0, value: -4 }]);
        expect(rangeOf(found)).toEqual({ low: -4, high: 3 });
    });
    it('skip missing values', () => {
        expect(stretches([{ x: 'a', cpa: null, share: 4 }])).toEqual([[null], [{ base: 0, value: 4 }]]);
    });
    it('do not include the previous period', () => {
        const both = [...series, { key: 'before', label: 'Before', format: String, muted: true }];
        const found = layersOf({ data: [{ x: 'a', cpa: 3, share: 4, before: 6 }], series: both, stacked: true });
        expect(found[2]?.stretches).toEqual([{ base: 0, value: 6 }]);
    });
});

it('series that are not stacked all start at 0', () => {
    expect(stretches([{ x: 'a', cpa: 3, share: 4 }], false)).toEqual([[{ base: 0, value: 3 }], [{ base: 0, value: 4 }]]);
});

it('a value that is not a number is missing', () => {
    expect(stretches([{ x: 'a', cpa: 'n/a', share: Number.NaN }])).toEqual([[null], [null]]);
});
