import { describe, expect, it } from 'vitest';
import { createFormat } from '@/format/format';
import { lineText } from './lineWords';

const words = createFormat({ timeZone: 'UTC', baseCurrency: 'EUR', locale: 'en-GB' });
type Line = Parameters<typeof lineText>[0];
const text = (given: Partial<Line>) =>
    lineText({ rule: 'playersQualified', count: 0, players: null, base: null, rate: null, endRate: null, amount: '0', dealId: 'd', fromPeriod: null, note: null, ...given }, 'EUR', words);

describe('the text of a statement line', () => {
    it('counts players, not accruals', () => {
        expect(text({ count: 5, players: 3 })).toBe('3 players in 5 accruals at several prices');
        expect(text({ count: 1, players: 1, rate: '100' })).toBe('1 player at €100.00');
    });
    it('has number and price', () => expect(text({ rule: 'registrations', count: 12, rate: '3.5' })).toBe('12 registrations at €3.50'));
    it('has rate and base', () => expect(text({ rule: 'shareOfRevenue', rate: '22', base: '13427.43775373' })).toBe('22\u00a0% of €13,427.44'));
    it('has the last rate of the month', () =>
        expect(text({ rule: 'shareOfRevenue', base: '11000', endRate: '30' })).toBe('The period ended at 30\u00a0%, which applies to its whole base. The base of this line is €11,000.00'));
    it('names several rates', () => expect(text({ rule: 'shareOfRevenue', base: '20000' })).toBe('Several rates on €20,000.00'));
    it('names the month that it comes from', () =>
        expect(text({ rule: 'carriedIn', amount: '-30', fromPeriod: '2026-03' })).toBe('Negative RevShare of March 2026. It reduces only RevShare'));
    it('says what opens the next statement', () => expect(text({ rule: 'belowMinimum', amount: '-40' })).toBe('€40.00 is below the minimum payout and opens the next statement'));
    it('says what the next statement deducts', () => expect(text({ rule: 'owedAfter', amount: '50' })).toBe('The total is below zero by €50.00, which is deducted from the next statement'));
    it('says what is waived', () => expect(text({ rule: 'waived', amount: '3000' })).toBe('RevShare is below zero by €3,000.00, which the deal waives'));
    it('says how long a negative month is carried', () =>
        expect(text({ rule: 'carriedOut', amount: '300', originPeriod: '2026-01', count: 2 })).toBe(
            'RevShare is below zero by €300.00. This is carried over to the next statement and reduces no other commission. It arose in January 2026 and can reduce 2 more months',
        ));
    it('says what a ring-fenced player owes', () =>
        expect(text({ rule: 'playerFenced', base: '-8000' })).toBe('The base of this player is below zero by €8,000.00. Only later revenue of this player reduces it'));
    it('is the operator’s note for an adjustment', () => expect(text({ rule: 'byHand', note: 'Bonus for May' })).toBe('Bonus for May'));
});
