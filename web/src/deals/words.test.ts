import { describe, expect, it } from 'vitest';
import { hybrid, plain } from './example.testdata';
import { joinWords, kindOf, ordinal, percent, scopeSentence, scopeWords, summaryOf } from './words';

describe('the summary of a deal', () => {
    it('is one line', () => {
        expect(summaryOf(hybrid, plain).replaceAll('\u00a0', ' ')).toBe('100 EUR – 130 EUR per qualified player · 25 – 35 % of NGR · 5 EUR per registration · 500 EUR a month · 5 % of the commission of sub-affiliates');
        expect(summaryOf({ currency: 'EUR', cpl: { amount: '5' } }, plain)).toBe('5 EUR per registration');
    });
    it('has a kind', () => {
        expect(kindOf({ currency: 'EUR', cpa: hybrid.cpa })).toBe('CPA');
        expect(kindOf({ currency: 'EUR', revShare: hybrid.revShare })).toBe('RevShare');
        expect(kindOf({ currency: 'EUR', cpa: hybrid.cpa, revShare: hybrid.revShare })).toBe('Hybrid');
        expect(kindOf(hybrid)).toBe('Hybrid + CPL + Fixed monthly fee + Sub-affiliate share');
    });
    it('has a scope', () => {
        expect(scopeWords({ brands: [], countries: [] }, plain)).toBe('All brands and countries');
        expect(scopeWords({ brands: ['One'], countries: ['DE', 'AT'] }, plain)).toBe('One; Germany and Austria');
    });
});

it('a deal with a scope says which players it is for', () => {
    expect(scopeSentence({ brandIds: [], countries: [] }, () => null, plain)).toBeNull();
    expect(scopeSentence({ brandIds: ['b'], countries: ['DE', 'AT'] }, () => 'Harbour Bet', plain)).toBe('For players from Germany and Austria at Harbour Bet.');
});

it('percentages lose only trailing zeros', () => {
    expect(['10', '7.50', '33.3333', '5.0'].map(percent)).toEqual(['10\u00a0%', '7.5\u00a0%', '33.3333\u00a0%', '5\u00a0%']);
});

describe('words', () => {
    it('count', () => expect([1, 2, 3, 4, 11, 12, 13, 21, 111, 1001].map((n) => ordinal(n, plain))).toEqual(['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '111th', '1,001st']));
    it('are joined', () => expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(joinWords)).toEqual(['', 'a', 'a and b', 'a, b and c']));
});
