// Chooses the labels below the horizontal axis, so that none touches another or leaves the frame.

export interface Label {
    index: number;
    text: string;
    // The middle of the label.
    x: number;
}

export interface LabelRoom {
    at: number[];
    band: number;
    left: number;
    right: number;
    width: (text: string) => number;
}

const gap = 20;
// A label shorter than this is not readable.
const cutMin = 44;
const cutGap = 8;
// Natural steps: hours of a day, days of a week.
const strides = [1, 2, 3, 4, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28];

function placed(texts: string[], room: LabelRoom, stride: number): { label: Label; half: number }[] {
    const shown = [];
    for (let index = 0; index < texts.length; index += stride) {
        const text = texts[index] ?? '';
        const half = room.width(text) / 2;
        const x = Math.min(Math.max(room.at[index] ?? 0, room.left + half), room.right - half);
        shown.push({ label: { index, text, x }, half });
    }
    return shown;
}

const apart = (shown: { label: Label; half: number }[], least: number): boolean =>
    shown.every((one, index) => {
        const next = shown[index + 1];
        return !next || one.label.x + one.half + least <= next.label.x - next.half;
    });

export function cutTo(text: string, room: number, width: (text: string) => number): string {
    if (width(text) <= room) return text;
    let kept = text;
    while (kept && width(`${kept}…`) > room) kept = kept.slice(0, -1);
    return `${kept.trimEnd()}…`;
}

// Every label if there is room, otherwise every second, third and so on. Bars have names rather than times, so every bar
// with a band of sufficient width has a label, shortened if necessary.
export function labelsOf(texts: string[], room: LabelRoom, named: boolean): Label[] {
    if (named && room.band >= cutMin && !apart(placed(texts, room, 1), cutGap)) {
        const cut = texts.map((text) => cutTo(text, room.band - cutGap, room.width));
        return placed(cut, room, 1).map((one) => one.label);
    }
    for (let stride = 1; stride < texts.length; stride = nextStride(stride)) {
        const shown = placed(texts, room, stride);
        if (apart(shown, named && stride === 1 ? cutGap : gap)) return shown.map((one) => one.label);
    }
    return placed(texts.slice(0, 1), room, 1).map((one) => one.label);
}

const nextStride = (stride: number): number => strides.find((one) => one > stride) ?? stride * 2;
