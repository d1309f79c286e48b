import { expect, it } from 'vitest';
import type { StatementLine } from '../../api';
import { isOpenable } from './lineWords';

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
    originPeriod: null,
    note: null,
    players: null,
    endRate: null,
    rule: 'playersQualified',
    text: '',
    ...given,
});
it('only sums of accruals can be opened', () => {
    expect(isOpenable(line({ component: 'revShare', count: 3 }))).toBe(true);
    expect(isOpenable(line({ component: 'carryOver', count: 0 }))).toBe(false);
    expect(isOpenable(line({ component: 'cpa', count: 0 }))).toBe(false);
});
