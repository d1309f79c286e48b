import { describe, expect, it } from 'vitest';
import { plain } from './example.testdata';
import { partChanges } from './partChanges';
import { dealParts } from './parts';
import type { Terms } from './terms';

const cpa: Terms['cpa'] = { amount: '100' };
const revShare = (rate: string, more: Partial<NonNullable<Terms['revShare']>> = {}): Terms['revShare'] => ({ rate, ...more });
const partsOf = (terms: Omit<Terms, 'currency'>) => dealParts({ currency: 'EUR', ...terms }, plain, 'affiliate');
const namesOf = (before: Omit<Terms, 'currency'>, after: Omit<Terms, 'currency'>) => {
    const { changed, kept, ended } = partChanges(partsOf(before), partsOf(after));
    return [changed, kept, ended].map((parts) => parts.map((part) => part.component));
};

describe('the changes of parts', () => {
    it('are the parts that read differently', () => {
        expect(namesOf({ cpa, revShare: revShare('25') }, { cpa, revShare: revShare('27') })).toEqual([['revShare'], ['cpa'], []]);
        expect(namesOf({ revShare: revShare('25') }, { revShare: revShare('25', { adminFeePercent: '10' }) })).toEqual([['revShare'], [], []]);
    });
    it('are new parts and parts that end', () => {
        expect(namesOf({ cpa }, { revShare: revShare('27') })).toEqual([['revShare'], [], ['cpa']]);
    });
    it('are none if the terms mean the same', () => {
        expect(namesOf({ cpa }, { cpa: { amount: '100', minFirstDeposit: '0' } })).toEqual([[], ['cpa'], []]);
    });
});
