// The positions and labels of values on the vertical axis.

export interface Ticks {
    low: number;
    high: number;
    values: number[];
}

const steps = [1, 2, 5];

// The step of 1, 2 or 5 times a power of ten that is nearest to `rough`, made larger by `coarser` places.
function niceStep(rough: number, coarser: number): { factor: number; power: number } {
    const power = Math.floor(Math.log10(rough));
    const rest = rough / 10 ** power;
    const nearest = rest < Math.SQRT2 ? 0 : rest < Math.sqrt(10) ? 1 : rest < Math.sqrt(50) ? 2 : 3;
    const place = nearest + coarser;
    return { factor: steps[place % 3] ?? 1, power: power + Math.floor(place / 3) };
}

// Divides by negative powers, so that 3 steps of 0.1 are exactly 0.3.
const timesPower = (value: number, power: number): number => (power < 0 ? value / 10 ** -power : value * 10 ** power);

// About `count` round values that enclose `low` to `high`, always with 0. Steps grow until `write` gives every value a
// different label, so that an axis of counts never shows 1 twice.
export function niceTicks(low: number, high: number, count: number, write: (value: number) => string): Ticks {
    const bottom = Math.min(low, 0);
    const top = Math.max(high, 0);
    if (top - bottom === 0) return { low: 0, high: 1, values: [0] };
    // The coarsest axis, even if labels repeat: 0 and one value on each side.
    const least = bottom < 0 && top > 0 ? 3 : 2;
    for (let coarser = 0; ; coarser++) {
        const { factor, power } = niceStep((top - bottom) / Math.max(count, 1), coarser);
        const step = timesPower(factor, power);
        const from = Math.floor(bottom / step);
        const to = Math.ceil(top / step);
        const values = Array.from({ length: to - from + 1 }, (_, index) => timesPower((from + index) * factor, power) || 0);
        if (values.length <= least || new Set(values.map(write)).size === values.length) return { low: values[0] ?? 0, high: values.at(-1) ?? 1, values };
    }
}

export type Scale = (value: number) => number;

// Converts values to pixels. `start` is the position of `low`, which can be below `end` on the screen.
export const linear =
    (low: number, high: number, start: number, end: number): Scale =>
    (value) =>
        start + ((value - low) / (high - low || 1)) * (end - start);

export interface Places {
    // The middle of each point.
    at: number[];
    // The width of one point, in pixels.
    band: number;
}

// The points of a line reach from edge to edge. Each bar has a band. A single point is in the middle.
export function placesOf(count: number, left: number, right: number, banded: boolean): Places {
    const width = Math.max(right - left, 0);
    if (banded || count < 2) {
        const band = width / Math.max(count, 1);
        return { band, at: Array.from({ length: count }, (_, index) => left + band * (index + 0.5)) };
    }
    const band = width / (count - 1);
    return { band, at: Array.from({ length: count }, (_, index) => left + band * index) };
}

// The index of the point nearest to `x`, or -1 without points. Points are in ascending order.
export function nearest(at: number[], x: number): number {
    let found = -1;
    let distance = Infinity;
    at.forEach((place, index) => {
        if (Math.abs(place - x) >= distance) return;
        distance = Math.abs(place - x);
        found = index;
    });
    return found;
}
