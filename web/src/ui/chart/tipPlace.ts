const away = 14;

const within = (value: number, most: number): number => Math.max(Math.min(value, most), 0);

interface Size {
    width: number;
    height: number;
}

// The position of a point's numbers: right of it, or left of it if there is no room, and always within the frame.
export function tipPlace(point: { x: number; y: number | null }, tip: Size, frame: Size): { left: number; top: number } {
    const fitsRight = point.x + away + tip.width <= frame.width;
    const left = fitsRight ? point.x + away : point.x - away - tip.width;
    const top = point.y === null ? 0 : point.y - tip.height / 2;
    return { left: Math.round(within(left, frame.width - tip.width)), top: Math.round(within(top, frame.height - tip.height)) };
}
