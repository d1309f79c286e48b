import { expect, it } from 'vitest';
import { contrast, shadeFor } from './contrast';

it('black on white has the greatest contrast there is', () => expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5));
it('matches the published example of a grey that just passes', () => expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2));
it('a pale brand colour is taken in a shade that can be read', () => {
    const shades = ['#fffde7', '#fff9c4', '#fff59d', '#fff176', '#ffee58', '#ffeb3b', '#c0b000', '#8a7d00', '#6b6100', '#4d4600'];
    expect(shadeFor(shades, '#ffffff')).toBe(8);
});
