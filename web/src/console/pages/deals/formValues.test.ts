import { describe, expect, it } from 'vitest';
import { problemsOf, sameTerms, termsOf } from './formTerms';
import { valuesOf, type Deal } from './formValues';
import type { Terms } from '@/deals/terms';

const terms = { currency: 'EUR', cpa: { amount: '100', amountByCountry: { DE: '120' }, minFirstDeposit: '20', tiers: [{ from: 11, amount: '130' }], monthlyCap: 50 } } as unknown as Terms;
const deal = { name: 'A', binding: 'registration', isDefault: false, scope: null, terms } as unknown as Deal;

describe('the form of a deal', () => {
    it('sends its values, with the defaults', () => {
        expect(termsOf(valuesOf(deal, 'GBP'))).toEqual({
            currency: 'EUR',
            cpa: {
                amount: '100',
                amountByCountry: { DE: '120' },
                minFirstDeposit: '20',
                minTotalDeposits: '0',
                minWagered: '0',
                qualifyWithinDays: null,
                tiers: [{ from: 11, amount: '130' }],
                tierMode: 'marginal',
                monthlyCap: 50,
                holdDays: 0,
                clawback: 'ifUnqualified',
            },
        });
    });
    it('keeps a cap of zero, which is not the same as no cap', () => {
        const capped = { ...deal, terms: { ...terms, cpa: { amount: '1', monthlyCap: 0 } } } as unknown as Deal;
        expect(termsOf(valuesOf(capped, 'EUR')).cpa?.monthlyCap).toBe(0);
    });
    it('recognizes equal terms in another form', () => {
        expect(sameTerms(terms, { ...terms, cpa: { ...terms.cpa, amount: '100.00', minWagered: '0' } } as Terms)).toBe(true);
        expect(sameTerms(terms, { ...terms, cpa: { ...terms.cpa, amount: '101' } } as Terms)).toBe(false);
    });
    it('reports errors by field', () => {
        const values = valuesOf(deal, 'EUR');
        expect(problemsOf(values)).toEqual({});
        values.terms.cpa.amount = 'much';
        values.terms.cpa.tiers = [
            { from: 5, amount: '1' },
            { from: 5, amount: '2' },
        ];
        values.parts = ['cpa', 'revShare'];
        values.terms.revShare.rate = '100.5';
        expect(Object.keys(problemsOf(values))).toEqual(['terms.cpa.amount', 'terms.cpa.tiers.1.from', 'terms.revShare.rate']);
        values.parts = [];
        expect(Object.keys(problemsOf(values))).toEqual(['parts']);
    });
});
