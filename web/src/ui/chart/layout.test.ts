import { describe, expect, it } from 'vitest';
import { layoutOf } from './layout';
import type { ChartProps } from './props';

const textWidth = (text: string) => text.length * 6;
const one = { key: 'now', label: 'Clicks', format: String };
const chart = (change: Partial<ChartProps>): ChartProps => ({ label: 'Clicks per day', data: [{ x: '1', now: 10 }, { x: '2', now: 40 }], series: [one], formatX: (x) => x, ...change });

describe('a chart', () => {
    it('leaves room for the longest label of its axis', () => {
        const { frame } = layoutOf(chart({ data: [{ x: '1', now: 900_000 }] }), 400, 240, textWidth);
        expect(frame.left).toBe(7 * 6 + 10);
    });
    it('has its values between the axis and the top', () => {
        const { layers, frame, ticks } = layoutOf(chart({}), 400, 240, textWidth);
        expect(ticks.map(({ value }) => value)).toEqual([0, 10, 20, 30, 40]);
        expect(layers[0]?.spots[1]).toEqual({ x: frame.right, y: frame.top, base: frame.bottom });
    });
    it('draws losses below 0', () => {
        const { layers, zero } = layoutOf(chart({ data: [{ x: '1', now: -5 }, { x: '2', now: 5 }] }), 400, 240, textWidth);
        expect(layers[0]?.spots[0]?.y).toBeGreaterThan(zero);
        expect(layers[0]?.spots[1]?.y).toBeLessThan(zero);
    });
    it('has bars side by side, and the previous period as a line over them', () => {
        const both = [one, { ...one, key: 'other' }, { ...one, key: 'before', muted: true }];
        const { layers } = layoutOf(chart({ kind: 'bar', series: both }), 110, 240, textWidth);
        const [first, second, before] = layers.map(({ bar }) => bar);
        expect(first && first.offset + first.width).toBeCloseTo(second?.offset ?? NaN);
        expect(before).toBeNull();
    });
    it('has stacked bars in one column', () => {
        const { layers } = layoutOf(chart({ kind: 'bar', stacked: true, series: [one, { ...one, key: 'other' }] }), 400, 240, textWidth);
        expect(layers.map(({ bar }) => bar)).toEqual([{ offset: -18, width: 36 }, { offset: -18, width: 36 }]);
    });
    it('can have no points', () => {
        expect(layoutOf(chart({ data: [] }), 400, 240, textWidth)).toMatchObject({ at: [], labels: [] });
    });
});
