// The outlines of lines, areas and bars, as SVG paths.

export interface Spot {
    x: number;
    // The positions of the value and of the base of its area, in pixels.
    y: number;
    base: number;
}

// Splits points into runs without gaps.
export function runsOf(spots: (Spot | null)[]): Spot[][] {
    const runs: Spot[][] = [];
    let open: Spot[] | null = null;
    for (const spot of spots) {
        if (!spot) open = null;
        else if (open) open.push(spot);
        else runs.push((open = [spot]));
    }
    return runs;
}

const round = (value: number): number => Math.round(value * 100) / 100 || 0;

type Point = [x: number, y: number];

// The slope at each point by which the curve stays between its points (Fritsch and Carlson, Steffen), so that the smooth
// line never shows a value that the data do not have.
function slopesOf(points: Point[]): number[] {
    const rise = points.slice(1).map(([x, y], index) => (y - points[index]![1]) / (x - points[index]![0]));
    const inner = rise.slice(1).map((after, index) => {
        const before = rise[index]!;
        const left = points[index + 1]![0] - points[index]![0];
        const right = points[index + 2]![0] - points[index + 1]![0];
        const mean = (before * right + after * left) / (left + right);
        return (Math.sign(before) + Math.sign(after)) * Math.min(Math.abs(before), Math.abs(after), Math.abs(mean) / 2) || 0;
    });
    const first = rise[0]!;
    const last = rise.at(-1)!;
    if (inner.length === 0) return [first, last];
    return [(3 * first - inner[0]!) / 2, ...inner, (3 * last - inner.at(-1)!) / 2];
}

// One segment of a curve: its start, its two control points and its end.
type Piece = [Point, Point, Point, Point];

function piecesOf(points: Point[]): Piece[] {
    const slopes = points.length < 2 ? [] : slopesOf(points);
    return points.slice(1).map((to, index): Piece => {
        const from = points[index]!;
        const third = (to[0] - from[0]) / 3;
        return [from, [from[0] + third, from[1] + third * slopes[index]!], [to[0] - third, to[1] - third * slopes[index + 1]!], to];
    });
}

const pair = ([x, y]: Point): string => `${round(x)} ${round(y)}`;
const forth = (pieces: Piece[]): string => pieces.map(([, one, other, to]) => `C${pair(one)} ${pair(other)} ${pair(to)}`).join('');
const back = (pieces: Piece[]): string => [...pieces].reverse().map(([from, one, other]) => `C${pair(other)} ${pair(one)} ${pair(from)}`).join('');

// The line of a run of at least two points, or '' for fewer. `part` gives the last segment or the line without it.
export function linePath(run: Spot[], part?: 'last' | 'withoutLast'): string {
    const all = piecesOf(run.map(({ x, y }) => [x, y]));
    const pieces = part === 'last' ? all.slice(-1) : part === 'withoutLast' ? all.slice(0, -1) : all;
    return pieces[0] ? `M${pair(pieces[0][0])}${forth(pieces)}` : '';
}

// The area between the line of a run and its base, which is the series below it if series are stacked.
export function areaPath(run: Spot[]): string {
    const first = run[0];
    const last = run.at(-1);
    if (run.length < 2 || !first || !last) return '';
    const level = run.every(({ base }) => base === first.base);
    const under = level ? `L${pair([first.x, first.base])}` : back(piecesOf(run.map(({ x, base }) => [x, base])));
    return `${linePath(run)}L${pair([last.x, last.base])}${under}Z`;
}

// A bar up or down from its base, with rounded corners at its end.
export function barPath(x: number, width: number, base: number, y: number, radius: number): string {
    const height = Math.abs(y - base);
    if (height === 0 || width <= 0) return '';
    const corner = Math.min(radius, width / 2, height);
    const inwards = y < base ? corner : -corner;
    const right = round(x + width);
    const inner = round(y + inwards);
    return `M${round(x)} ${round(base)}V${inner}Q${round(x)} ${round(y)} ${round(x + corner)} ${round(y)}H${round(right - corner)}Q${right} ${round(y)} ${right} ${inner}V${round(base)}Z`;
}
