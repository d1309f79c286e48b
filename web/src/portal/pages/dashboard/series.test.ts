import { describe, expect, it } from 'vitest';
import { grainOf, placesOf, pointsOf, valuesOf } from './series';

const report = (rows: [Record<string, string>, number][]) => ({
    rows: rows.map(([groupKeys, clicks]) => ({ groupKeys, metrics: { click_count: clicks } })),
    totals: {},
    generatedAt: '2026-03-10T00:00:00Z',
});

describe('the axis of a chart', () => {
    it('has every day, including those without a row', () => {
        const span = { startDate: '2026-02-27', endDate: '2026-03-02' };
        expect(valuesOf(report([[{ date: '2026-02-28' }, 5], [{ date: '2026-03-02' }, 7]]), span, 'date', 'click_count')).toEqual([0, 5, 0, 7]);
    });
    it('has the 24 hours of a single day, for any offset', () => {
        const span = { startDate: '2026-03-10', endDate: '2026-03-10' };
        expect(grainOf(span)).toBe('hour');
        const values = valuesOf(report([[{ hour: '2026-03-10T14+01:00' }, 3]]), span, 'hour', 'click_count');
        expect(values).toHaveLength(24);
        expect(values[14]).toBe(3);
    });
    it('adds up an hour that occurs twice', () => {
        const span = { startDate: '2026-10-25', endDate: '2026-10-25' };
        const twice = report([[{ hour: '2026-10-25T02+02:00' }, 1], [{ hour: '2026-10-25T02+01:00' }, 2]]);
        expect(valuesOf(twice, span, 'hour', 'click_count')[2]).toBe(3);
    });
    it('has ISO weeks', () => {
        expect(placesOf({ startDate: '2026-03-08', endDate: '2026-03-16' }, 'week')).toEqual(['2026-W10', '2026-W11', '2026-W12']);
    });
});

it('the previous period is aligned with the period, day by day', () => {
    expect(pointsOf(['a', 'b', 'c'], [1, 2, 3], [9, 8], 'c')).toEqual([
        { x: 'a', now: 1, before: 9 },
        { x: 'b', now: 2, before: 8 },
        { x: 'c', now: 3, before: null },
    ]);
});

it('a point in the future has no value', () => {
    const hours = ['2026-03-10T14', '2026-03-10T15'];
    expect(pointsOf(hours, [4, 0], [7, 8], '2026-03-10T14')).toEqual([
        { x: '2026-03-10T14', now: 4, before: 7 },
        { x: '2026-03-10T15', now: null, before: 8 },
    ]);
});
