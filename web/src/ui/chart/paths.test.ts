import { describe, expect, it } from 'vitest';
import { areaPath, barPath, linePath, runsOf, type Spot } from './paths';

const spot = (x: number, y: number, base = 100): Spot => ({ x, y, base });
const numbers = (path: string) => (path.match(/-?[\d.]+/g) ?? []).map(Number);
const heights = (path: string) => numbers(path).filter((_, index) => index % 2 === 1);

describe('gaps', () => {
    it('split a line into runs', () => {
        const [a, b, c] = [spot(0, 1), spot(1, 2), spot(3, 4)];
        expect(runsOf([null, a, b, null, c, null])).toEqual([[a, b], [c]]);
    });
    it('leave no runs if there are no values', () => {
        expect(runsOf([null, null])).toEqual([]);
    });
});

describe('a line', () => {
    it('is straight if its points are', () => {
        expect(linePath([spot(0, 0), spot(30, 30), spot(60, 60)])).toBe('M0 0C10 10 20 20 30 30C40 40 50 50 60 60');
    });
    it('stays between the values that it joins', () => {
        const path = linePath([spot(0, 100), spot(10, 100), spot(20, 0), spot(30, 90), spot(40, 100)]);
        expect(Math.min(...heights(path))).toBe(0);
        expect(Math.max(...heights(path))).toBe(100);
    });
    it('needs two points', () => {
        expect(linePath([spot(0, 0)])).toBe('');
        expect(areaPath([spot(0, 0)])).toBe('');
    });
});

describe('an area', () => {
    it('closes along its base', () => {
        expect(areaPath([spot(0, 40), spot(30, 40)])).toBe('M0 40C10 40 20 40 30 40L30 100L0 100Z');
    });
    it('returns along the series below it', () => {
        expect(areaPath([spot(0, 40, 60), spot(30, 40, 90)])).toBe('M0 40C10 40 20 40 30 40L30 90C20 80 10 70 0 60Z');
    });
});

describe('a bar', () => {
    it('is rounded at its far end', () => {
        expect(barPath(10, 20, 100, 50, 3)).toBe('M10 100V53Q10 50 13 50H27Q30 50 30 53V100Z');
        expect(barPath(10, 20, 100, 150, 3)).toBe('M10 100V147Q10 150 13 150H27Q30 150 30 147V100Z');
    });
    it('has a radius of at most its height', () => {
        expect(barPath(10, 20, 100, 99, 3)).toBe('M10 100V100Q10 99 11 99H29Q30 99 30 100V100Z');
    });
    it('is empty for 0', () => {
        expect(barPath(10, 20, 100, 100, 3)).toBe('');
    });
});
