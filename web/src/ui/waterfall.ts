// The positions of a waterfall: a value, what was added and taken away, and the value after that.

export interface Step {
    key: string;
    // The value of the first or the last bar, or the difference that a bar between them shows.
    value: number;
    whole?: boolean;
}

export interface PlacedStep {
    key: string;
    // In percent of the width.
    start: number;
    width: number;
    // Where the next bar begins.
    end: number;
}

// Bars start where the previous one ended. The axis always includes 0, and bars that are not 0 stay visible.
export function placeSteps(steps: Step[]): { zero: number; placed: PlacedStep[] } {
    let level = 0;
    const ends = steps.map(({ value, whole }) => {
        const from = whole ? 0 : level;
        level = whole ? value : level + value;
        return { from, to: level };
    });
    const low = Math.min(0, ...ends.flatMap(({ from, to }) => [from, to]));
    const high = Math.max(0, ...ends.flatMap(({ from, to }) => [from, to]));
    const percent = (value: number) => ((value - low) / (high - low || 1)) * 100;
    const placed = ends.map(({ from, to }, index) => {
        const least = from === to ? 0 : 0.6;
        const width = Math.max(Math.abs(percent(to) - percent(from)), least);
        return { key: steps[index]?.key ?? '', start: Math.min(percent(from), percent(to), 100 - width), width, end: percent(to) };
    });
    return { zero: percent(0), placed };
}
