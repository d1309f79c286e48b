import { describe, expect, it } from 'vitest';
import { scopeOptions } from './scopeOptions';

const spring = { id: 'c1', name: 'Spring', brandId: 'b1' };
const summer = { id: 'c2', name: 'Summer', brandId: 'b2' };
const all = [spring, summer];
const labels = (brandId: string | null, chosen: string | null) => scopeOptions(all, brandId, chosen).map(({ label }) => label);

describe('the scope of a postback', () => {
    it('offers everything without a brand, and what belongs to the brand', () => {
        expect(labels(null, null)).toEqual(['Spring', 'Summer']);
        expect(labels('b2', null)).toEqual(['Summer']);
    });

    it('keeps what is chosen, also if it does not fit or is not in the list', () => {
        expect(labels('b2', 'c1')).toEqual(['Spring', 'Summer']);
        expect(labels('b2', 'c9')).toEqual(['Summer', 'c9']);
    });
});
