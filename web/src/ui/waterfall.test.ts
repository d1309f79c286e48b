import { describe, expect, it } from 'vitest';
import { placeSteps } from './waterfall';

const steps = (...values: number[]) => values.map((value, index) => ({ key: String(index), value, whole: index === 0 || index === values.length - 1 }));

describe('placeSteps', () => {
    it('starts each bar where the previous one ended', () => {
        const { zero, placed } = placeSteps(steps(100, -40, 20, 80));
        expect(zero).toBe(0);
        expect(placed.map(({ start, width, end }) => [start, width, end])).toEqual([[0, 100, 100], [60, 40, 60], [60, 20, 80], [0, 80, 80]]);
    });

    it('goes below zero', () => {
        const { zero, placed } = placeSteps(steps(50, -100, -50));
        expect(zero).toBe(50);
        expect(placed.map(({ start, width }) => [start, width])).toEqual([[50, 50], [0, 100], [0, 50]]);
    });

    it('keeps tiny bars visible and within the axis', () => {
        const { placed } = placeSteps(steps(1000, 0.01, 0, 1000.01));
        expect(placed[1]?.width).toBeGreaterThan(0.5);
        expect((placed[1]?.start ?? 0) + (placed[1]?.width ?? 0)).toBeLessThanOrEqual(100);
        expect(placed[2]?.width).toBe(0);
    });

    it('draws nothing if all is zero', () => {
        expect(placeSteps(steps(0, 0)).placed.every(({ width }) => width === 0)).toBe(true);
    });
});
