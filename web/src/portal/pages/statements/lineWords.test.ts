import { describe, expect, it } from 'vitest';
import { createFormat } from '@/format/format';
import type { StatementLine } from '../../api';
import { isOpenable, lineText } from './lineWords';

const words = createFormat({ timeZone: 'UTC', baseCurrency: 'EUR', locale: 'en-GB' });
const line = (given: Partial<StatementLine>): StatementLine => ({
    component: 'cpa',
    brandId: null,
    brandName: null,
    dealId: null,
    dealName: null,
    dealVersion: null,
    count: 0,
    base: null,
    rate: null,
    amount: '0',
    fromPeriod: null,
    note: null,
    ...given,
});
const text = (given: Partial<StatementLine>) => lineText(line(given), 'EUR', words);

describe('a line of a statement says how its amount came about', () => {
    it('by number and price', () => expect(text({ component: 'cpl', count: 12, rate: '3.5' })).toBe('12 registrations at €3.50'));
    it('by rate and base', () => expect(text({ component: 'revShare', rate: '22', base: '13427.43775373' })).toBe('22\u00a0% of €13,427.44'));
    it('where several rates applied', () => expect(text({ component: 'revShare', rate: null, base: '20000' })).toBe('Several rates on €20,000.00'));
    it('where it comes from another month', () => expect(text({ component: 'carryOver', amount: '-30', fromPeriod: '2026-03' })).toBe('Share of revenue below zero, from March 2026'));
    it('where it moves into the next', () => expect(text({ component: 'balance', amount: '-40' })).toBe('Below the smallest payout: kept for the next month'));
    it('by the operator’s words for an adjustment', () => expect(text({ component: 'adjustment', note: 'Bonus for May' })).toBe('Bonus for May'));
});

it('only sums of accruals can be opened', () => {
    expect(isOpenable(line({ component: 'revShare', count: 3 }))).toBe(true);
    expect(isOpenable(line({ component: 'carryOver', count: 0 }))).toBe(false);
    expect(isOpenable(line({ component: 'cpa', count: 0 }))).toBe(false);
});
