import { describe, expect, it } from 'vitest';
import { changesOf } from './diff';
import type { Terms } from './pays';
import { joinWords, kindOf, ordinal, scopeWords, summaryOf, wordsOfTerms, type Writer } from './words';

const plain: Writer = {
    money: (amount) => `${amount} EUR`,
    number: (value) => value.toLocaleString('en-GB'),
    country: (code) => ({ DE: 'Germany', AT: 'Austria' })[code] ?? code,
};
// The deal that the description of the money begins with.
const hybrid = {
    currency: 'EUR',
    cpa: {
        amount: '100',
        amountByCountry: { DE: '120' },
        minFirstDeposit: '20',
        minTotalDeposits: '0',
        minWagered: '0',
        qualifyWithinDays: 30,
        tiers: [{ from: 11, amount: '130' }],
        tierMode: 'marginal',
        monthlyCap: 50,
        holdDays: 0,
        clawback: 'ifUnqualified',
    },
    revShare: {
        rate: '25',
        tiers: [
            { from: '10000', rate: '30' },
            { from: '50000', rate: '35' },
        ],
        tierMode: 'whole',
        adminFeePercent: '10',
        deductChargebacks: true,
        negativeCarryover: true,
        durationMonths: null,
    },
    cpl: { amount: '5' },
    fixedMonthly: { amount: '500' },
    subAffiliate: { percentOfCommission: '5' },
} as Terms;
const part = (terms: Terms, title: string) => wordsOfTerms(terms, plain).find((one) => one.title === title)?.sentences;

describe('a deal in words', () => {
    it('says whom CPA is paid for', () => {
        expect(part(hybrid, 'CPA')).toEqual([
            'Pays 100 EUR for each player whose first deposit is at least 20 EUR within 30 days of registering.',
            'Players of some countries have their own amount, whatever the tier: 120 EUR from Germany.',
            '130 EUR from the 11th qualified player of the month; the players before keep their amount.',
            'At most 50 players are paid in a month; further ones count but earn nothing.',
            'A chargeback takes the commission back if the player’s deposits no longer meet the conditions.',
        ]);
    });
    it('names every condition', () => {
        const terms = { currency: 'EUR', cpa: { ...hybrid.cpa, minTotalDeposits: '50', minWagered: '10', tiers: [], monthlyCap: null, amountByCountry: {}, holdDays: 30 } } as Terms;
        expect(part(terms, 'CPA')?.[0]).toBe(
            'Pays 100 EUR for each player whose first deposit is at least 20 EUR, whose deposits less chargebacks reach 50 EUR and who wagers 10 EUR, all within 30 days of registering.',
        );
        expect(part(terms, 'CPA')?.[1]).toBe('It is payable 30 days after the player qualifies, on the statement of that month.');
    });
    it('says what a share is taken of', () => {
        expect(part(hybrid, 'RevShare')).toEqual([
            'Pays 25 % of net gaming revenue less an admin fee of 10 % and chargebacks, for as long as a player plays.',
            'The rate is 30 % from 10000 EUR and 35 % from 50000 EUR in a month; the highest rate reached counts for the whole month.',
            'A month below zero is carried into the next and offsets RevShare only, never CPA.',
        ]);
    });
    it('leaves out what the deal does not have', () => {
        const terms = { currency: 'EUR', revShare: { rate: '30', negativeCarryover: false, deductChargebacks: false, durationMonths: 24 } } as Terms;
        expect(wordsOfTerms(terms, plain)).toEqual([
            { title: 'RevShare', sentences: ['Pays 30 % of net gaming revenue during the first 24 months after a player registers.', 'A month below zero is waived: the next one starts at zero.'] },
        ]);
    });
    it('fits into one line', () => {
        expect(summaryOf(hybrid, plain)).toBe('100 EUR – 130 EUR per qualified player · 25 – 35 % of NGR · 5 EUR per registration · 500 EUR a month · 5 % of sub-affiliates’ commission');
        expect(summaryOf({ currency: 'EUR', cpl: { amount: '5' } }, plain)).toBe('5 EUR per registration');
    });
    it('has a kind', () => {
        expect(kindOf({ currency: 'EUR', cpa: hybrid.cpa })).toBe('CPA');
        expect(kindOf({ currency: 'EUR', revShare: hybrid.revShare })).toBe('RevShare');
        expect(kindOf({ currency: 'EUR', cpa: hybrid.cpa, revShare: hybrid.revShare })).toBe('Hybrid');
        expect(kindOf(hybrid)).toBe('Hybrid + CPL + Fixed fee + Sub-affiliates');
    });
    it('has a scope', () => {
        expect(scopeWords({ brands: [], countries: [] }, plain)).toBe('All brands and countries');
        expect(scopeWords({ brands: ['One'], countries: ['DE', 'AT'] }, plain)).toBe('One; Germany and Austria');
    });
});

describe('small words', () => {
    it('count', () => expect([1, 2, 3, 4, 11, 12, 13, 21, 111, 1001].map((n) => ordinal(n, plain))).toEqual(['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '111th', '1,001st']));
    it('are joined', () => expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(joinWords)).toEqual(['', 'a', 'a and b', 'a, b and c']));
});

describe('what changed between two versions', () => {
    it('is nothing where nothing did', () => expect(changesOf(hybrid, structuredClone(hybrid), plain)).toEqual([]));
    it('is told member by member', () => {
        const after = structuredClone(hybrid);
        if (!after.cpa || !after.revShare) throw new Error('both are there');
        after.cpa.amount = '110';
        after.cpa.monthlyCap = null;
        after.revShare.tiers = [{ from: '10000', rate: '31' }];
        after.cpl = null;
        expect(changesOf(hybrid, after, plain)).toEqual([
            { part: 'CPA', member: 'Amount', before: '100 EUR', after: '110 EUR' },
            { part: 'CPA', member: 'Monthly cap', before: '50', after: 'none' },
            { part: 'RevShare', member: 'Tiers', before: '30 % from 10000 EUR and 35 % from 50000 EUR', after: '31 % from 10000 EUR' },
            { part: 'CPL', member: '', before: 'removed', after: null },
        ]);
    });
});
