import { describe, expect, it } from 'vitest';
import { addAmounts, sumOf } from './amounts';

describe('sums of amounts', () => {
    it('are exact', () => {
        expect(addAmounts('0.1', '0.2')).toBe('0.3');
        expect(addAmounts('999999999999999.99999999', '0.00000001')).toBe('1000000000000000');
        expect(addAmounts('-2453.66', '53.66')).toBe('-2400');
        expect(addAmounts('-0.5', '0.25')).toBe('-0.25');
    });
    it('keep currencies apart', () => {
        const totals = { first_deposit: { count: 1, amounts: { EUR: '40' } }, deposit: { count: 2, amounts: { EUR: '85.5', SEK: '100' } } };
        expect(sumOf(totals, 'first_deposit', 'deposit')).toEqual([['EUR', '125.5'], ['SEK', '100']]);
        expect(sumOf(totals, 'ngr_update')).toEqual([]);
    });
});
