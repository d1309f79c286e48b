import { describe, expect, it } from 'vitest';
import { linear, nearest, niceTicks, placesOf } from './scale';

const plain = (value: number) => String(value);

describe('the values of the vertical axis', () => {
    it('are round and enclose everything', () => {
        expect(niceTicks(0, 101, 4, plain)).toEqual({ low: 0, high: 120, values: [0, 20, 40, 60, 80, 100, 120] });
        expect(niceTicks(12, 4_300, 4, plain)).toEqual({ low: 0, high: 5_000, values: [0, 1_000, 2_000, 3_000, 4_000, 5_000] });
    });
    it('start at 0 even if all values are far from it', () => {
        expect(niceTicks(990, 1_000, 4, plain).low).toBe(0);
        expect(niceTicks(-1_000, -990, 4, plain)).toMatchObject({ low: -1_000, high: 0 });
    });
    it('include 0 if values are on both sides of it', () => {
        expect(niceTicks(-30, 75, 4, plain).values).toEqual([-40, -20, 0, 20, 40, 60, 80]);
    });
    it('are exact below one', () => {
        expect(niceTicks(0, 0.5, 5, plain).values).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5]);
        expect(niceTicks(0, 0.07, 4, plain).values).toEqual([0, 0.02, 0.04, 0.06, 0.08]);
    });
    it('have different labels', () => {
        expect(niceTicks(0, 2, 5, (value) => String(Math.round(value))).values).toEqual([0, 1, 2]);
        expect(niceTicks(0, 1, 5, (value) => String(Math.round(value))).values).toEqual([0, 1]);
    });
    it('are only 0 if all values are 0', () => {
        expect(niceTicks(0, 0, 4, plain)).toEqual({ low: 0, high: 1, values: [0] });
    });
    it('are limited even if all labels are equal', () => {
        expect(niceTicks(0, 90, 4, () => 'some').values.length).toBeLessThanOrEqual(3);
    });
});

describe('the positions on the horizontal axis', () => {
    it('reach from edge to edge for a line', () => {
        expect(placesOf(3, 10, 110, false)).toEqual({ band: 50, at: [10, 60, 110] });
    });
    it('are the middles of bands for bars', () => {
        expect(placesOf(2, 0, 100, true)).toEqual({ band: 50, at: [25, 75] });
    });
    it('put a single point in the middle', () => {
        expect(placesOf(1, 0, 100, false).at).toEqual([50]);
    });
    it('are none without points', () => {
        expect(placesOf(0, 0, 100, false).at).toEqual([]);
    });
});

describe('the nearest point', () => {
    it('is found between and beyond the points', () => {
        expect(nearest([0, 10, 20], 14)).toBe(1);
        expect(nearest([0, 10, 20], 16)).toBe(2);
        expect(nearest([0, 10, 20], 900)).toBe(2);
        expect(nearest([0, 10, 20], -5)).toBe(0);
    });
    it('is none without points', () => {
        expect(nearest([], 3)).toBe(-1);
    });
});

it('larger values are higher on the screen', () => {
    const y = linear(-50, 50, 200, 0);
    expect([y(-50), y(0), y(50)]).toEqual([200, 100, 0]);
});
