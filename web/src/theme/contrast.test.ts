import { expect, it } from 'vitest';
import { contrast, shadeFor } from './contrast';

it('black on white has the greatest contrast', () => expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5));
it('the published example of a grey that just passes has 4.54:1', () => expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2));
it('a pale brand colour is used in a readable shade', () => {
    const shades = ['#fffde7', '#fff9c4', '#fff59d', '#fff176', '#ffee58', '#ffeb3b', '#c0b000', '#8a7d00', '#6b6100', '#4d4600'];
    expect(shadeFor(shades, '#ffffff')).toBe(8);
});
