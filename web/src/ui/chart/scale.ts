// Where values stand on the upright axis, in pixels and in words.

export interface Ticks {
    low: number;
    high: number;
    values: number[];
}

const steps = [1, 2, 5];

// The step of 1, 2 or 5 times a power of ten that is nearest to `rough`, moved on by `coarser` places.
function niceStep(rough: number, coarser: number): { factor: number; power: number } {
    const power = Math.floor(Math.log10(rough));
    const rest = rough / 10 ** power;
    const nearest = rest < Math.SQRT2 ? 0 : rest < Math.sqrt(10) ? 1 : rest < Math.sqrt(50) ? 2 : 3;
    const place = nearest + coarser;
    return { factor: steps[place % 3] ?? 1, power: power + Math.floor(place / 3) };
}

// Powers below one are divided by, so that 3 steps of 0.1 are 0.3 and not a hair more.
const timesPower = (value: number, power: number): number => (power < 0 ? value / 10 ** -power : value * 10 ** power);

// About `count` round values that enclose `low` to `high`, and 0 always. Steps grow until `write` gives each value words
// of its own: an axis of counts never says 1 twice.
export function niceTicks(low: number, high: number, count: number, write: (value: number) => string): Ticks {
    const bottom = Math.min(low, 0);
    const top = Math.max(high, 0);
    if (top - bottom === 0) return { low: 0, high: 1, values: [0] };
    // As coarse as an axis gets, whatever its values are called: 0 and what lies on either side.
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

// From values to pixels; `start` is where `low` stands, which may be below `end` on the screen.
export const linear =
    (low: number, high: number, start: number, end: number): Scale =>
    (value) =>
        start + ((value - low) / (high - low || 1)) * (end - start);

export interface Places {
    // The middle of each point.
    at: number[];
    // What belongs to one point, in pixels.
    band: number;
}

// Points of a line reach from edge to edge, bars have their band each. A single point stands in the middle.
export function placesOf(count: number, left: number, right: number, banded: boolean): Places {
    const width = Math.max(right - left, 0);
    if (banded || count < 2) {
        const band = width / Math.max(count, 1);
        return { band, at: Array.from({ length: count }, (_, index) => left + band * (index + 0.5)) };
    }
    const band = width / (count - 1);
    return { band, at: Array.from({ length: count }, (_, index) => left + band * index) };
}

// The index of the point nearest to `x`; -1 without points. Points ascend.
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
