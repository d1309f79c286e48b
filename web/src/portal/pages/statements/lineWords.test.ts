import { expect, it } from 'vitest';
import type { Step } from '@/explain/stepWords';
import type { Accrual, StatementLine } from '../../api';
import { accrualReason, isOpenable, reRatedText } from './lineWords';

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

const accrual = (component: Accrual['component'], reason: Accrual['reason']) => ({ component, reason, status: 'final', amount: '10' }) as Accrual;
const step = (rule: 'firstDepositGrew' | 'playerReRated') => [{ rule }] as Step[];

it('a re-rating is explained by the player’s own first deposit or by another player’s tier', () => {
    const reRated = accrual('cpa', 'reRated');
    expect(accrualReason(reRated, step('firstDepositGrew'))).toBe('Re-rated, because the player’s first deposit grew');
    expect(accrualReason(reRated, step('playerReRated'))).toBe('Re-rated, because another player reached a tier');
    expect(reRatedText(step('firstDepositGrew'))).toBe('The first deposit of the player grew, and with it the price of the player.');
    expect(reRatedText(step('playerReRated'))).toBe('Your players of the period reached a tier that applies to all of them.');
});

it('without an explanation, the reason of a re-rating is true in both cases', () => {
    expect(accrualReason(accrual('cpa', 'reRated'))).toBe('Re-rated, because a tier was reached or the first deposit grew');
    expect(accrualReason(accrual('revShare', 'reRated'))).toBe('Re-rated, because the rate changed');
    expect(accrualReason(accrual('subAffiliate', 'reRated'))).toBe('Re-rated');
});

it('reasons do not call a week or a half-month a month', () => {
    expect(accrualReason(accrual('cpa', 'capped'))).toBe('Above the cap of the deal');
    expect(accrualReason(accrual('revShare', 'opened'))).toBe('Negative base of an earlier period');
});
