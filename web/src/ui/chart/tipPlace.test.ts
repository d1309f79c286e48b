import { expect, it } from 'vitest';
import { tipPlace } from './tipPlace';

const frame = { width: 400, height: 200 };
const tip = { width: 120, height: 60 };

it('the numbers are right of their point, at the height of the pointer', () => {
    expect(tipPlace({ x: 100, y: 90 }, tip, frame)).toEqual({ left: 114, top: 60 });
});
it('they are left of it if there is no room', () => {
    expect(tipPlace({ x: 300, y: 90 }, tip, frame)).toEqual({ left: 166, top: 60 });
});
it('they stay within the frame', () => {
    expect(tipPlace({ x: 300, y: 5 }, tip, frame).top).toBe(0);
    expect(tipPlace({ x: 300, y: 199 }, tip, frame).top).toBe(140);
    expect(tipPlace({ x: 100, y: 90 }, { width: 380, height: 60 }, frame).left).toBe(0);
});
it('they are at the top without a pointer', () => {
    expect(tipPlace({ x: 100, y: null }, tip, frame).top).toBe(0);
});
