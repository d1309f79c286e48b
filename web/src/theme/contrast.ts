// Contrast by WCAG 2, of colours in the form #rrggbb.

function luminance(color: string): number {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
        const part = parseInt(color.slice(at, at + 2), 16) / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(one: string, other: string): number {
    const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
}

type Shade = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

// The lightest shade from the middle on that is readable against the colour, or the darkest if none is.
export function shadeFor(shades: readonly string[], against: string): Shade {
    const found = shades.findIndex((shade, index) => index >= 5 && contrast(shade, against) >= 4.5);
    return (found === -1 ? 9 : found) as Shade;
}
