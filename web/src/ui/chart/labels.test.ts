import { describe, expect, it } from 'vitest';
import { cutTo, labelsOf, type LabelRoom } from './labels';
import { placesOf } from './scale';

const width = (text: string) => text.length * 6;
const room = (count: number, pixels: number, banded: boolean): LabelRoom => ({ ...placesOf(count, 0, pixels, banded), left: 0, right: pixels, width });
const days = Array.from({ length: 30 }, (_, day) => `${day + 1} Mar`);
const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

describe('the labels below the axis', () => {
    it('are all shown if there is room', () => {
        expect(labelsOf(days, room(30, 3_000, false), false)).toHaveLength(30);
    });
    it.each([320, 500, 777, 1_000])('do not touch in %i pixels and stay within the frame', (pixels) => {
        const shown = labelsOf(days, room(30, pixels, false), false);
        expect(shown.length).toBeGreaterThan(2);
        shown.forEach((one, index) => {
            expect(one.x - width(one.text) / 2).toBeGreaterThanOrEqual(0);
            expect(one.x + width(one.text) / 2).toBeLessThanOrEqual(pixels);
            const next = shown[index + 1];
            if (next) expect(next.x - width(next.text) / 2).toBeGreaterThan(one.x + width(one.text) / 2);
        });
    });
    it('have steps that divide a day', () => {
        expect(labelsOf(hours, room(24, 260, true), true).map((one) => one.text)).toEqual(['00:00', '06:00', '12:00', '18:00']);
    });
    it('are shortened for wide bars, so that every bar has one', () => {
        const names = ['Nordlicht Media Group', 'Kaiser', 'A rather long name of somebody'];
        const shown = labelsOf(names, room(3, 240, true), true);
        expect(shown.map((one) => one.text)).toEqual(['Nordlicht M…', 'Kaiser', 'A rather lo…']);
    });
    it('are at least one', () => {
        expect(labelsOf(['A very long name indeed', 'Another very long name'], room(2, 60, false), false)).toHaveLength(1);
        expect(labelsOf(['5 Mar'], room(1, 60, false), false).map((one) => one.text)).toEqual(['5 Mar']);
    });
    it('are none without points', () => {
        expect(labelsOf([], room(0, 60, false), false)).toEqual([]);
    });
});

it('a label is shortened with an ellipsis only if it is too long', () => {
    expect(cutTo('Kaiser', 36, width)).toBe('Kaiser');
    expect(cutTo('Kaiser & Co', 42, width)).toBe('Kaiser…');
});
