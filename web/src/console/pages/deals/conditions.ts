import { levelsOf, type Terms } from '@/deals/terms';
import { isSet, isSome } from '@/deals/words';
import type { Part } from './formValues';

// The conditions that the editor offers. Each is a row with few fields, which a user adds and removes. A member of the terms
// that has no row here is always shown, such as the amount of a CPA.

export type ConditionKey =
    | 'cpa.minFirstDeposit'
    | 'cpa.minTotalDeposits'
    | 'cpa.minWagered'
    | 'cpa.minBets'
    | 'cpa.kycVerified'
    | 'cpa.qualifyWithinDays'
    | 'cpa.firstDepositWindowHours'
    | 'cpa.selfExcluded'
    | 'cpa.blocked'
    | 'cpa.tiers'
    | 'cpa.amountByFirstDeposit'
    | 'cpa.amountByCountry'
    | 'cpa.monthlyCap'
    | 'cpa.holdDays'
    | 'cpa.clawback'
    | 'revShare.tiers'
    | 'revShare.requires'
    | 'revShare.introRate'
    | 'revShare.rateByProduct'
    | 'revShare.excludeProducts'
    | 'revShare.adminFeePercent'
    | 'revShare.deductions'
    | 'revShare.keepChargebacks'
    | 'revShare.negative'
    | 'revShare.highRoller'
    | 'revShare.durationMonths'
    | 'revShare.inactiveAfterMonths'
    | 'turnover.rateByProduct'
    | 'subAffiliate.levels';

export interface Condition {
    key: ConditionKey;
    part: Part;
    // The name in the list of conditions that can be added.
    label: string;
    isIn: (terms: Terms) => boolean;
}

const has = (object: object | null | undefined): boolean => Object.keys(object ?? {}).length > 0;
const waives = ({ revShare }: Terms): boolean => revShare?.negativeCarryover === false || revShare?.negative?.policy === 'waive';

function ofCpa(): Condition[] {
    const row = (key: ConditionKey, label: string, isIn: (cpa: NonNullable<Terms['cpa']>) => boolean): Condition => ({ key, part: 'cpa', label, isIn: ({ cpa }) => Boolean(cpa) && isIn(cpa as NonNullable<Terms['cpa']>) });
    return [
        row('cpa.minFirstDeposit', 'Minimum first deposit', (cpa) => isSome(cpa.minFirstDeposit)),
        row('cpa.minTotalDeposits', 'Minimum total deposits', (cpa) => isSome(cpa.minTotalDeposits)),
        row('cpa.minWagered', 'Minimum wagered', (cpa) => isSome(cpa.minWagered)),
        row('cpa.minBets', 'Minimum number of bets', (cpa) => Boolean(cpa.minBets)),
        row('cpa.kycVerified', 'Verified identity (KYC)', (cpa) => cpa.requires?.includes('kycVerified') ?? false),
        row('cpa.qualifyWithinDays', 'Time limit to qualify', (cpa) => isSet(cpa.qualifyWithinDays)),
        row('cpa.firstDepositWindowHours', 'Deposits that count as the first deposit', (cpa) => isSet(cpa.firstDepositWindowHours)),
        row('cpa.selfExcluded', 'Not for players who exclude themselves', (cpa) => cpa.excludes?.includes('selfExcluded') ?? false),
        row('cpa.blocked', 'Not for blocked players', (cpa) => cpa.excludes?.includes('blocked') ?? false),
        row('cpa.tiers', 'Tiers by number of players', (cpa) => has(cpa.tiers)),
        row('cpa.amountByFirstDeposit', 'Amounts by first deposit', (cpa) => has(cpa.amountByFirstDeposit)),
        row('cpa.amountByCountry', 'Amounts by country', (cpa) => has(cpa.amountByCountry)),
        row('cpa.monthlyCap', 'Monthly cap', (cpa) => isSet(cpa.monthlyCap)),
        row('cpa.holdDays', 'Hold period', (cpa) => Boolean(cpa.holdDays)),
        row('cpa.clawback', 'What a chargeback does', (cpa) => (cpa.clawback ?? 'ifUnqualified') !== 'ifUnqualified'),
    ];
}

function ofRevShare(): Condition[] {
    const row = (key: ConditionKey, label: string, isIn: (share: NonNullable<Terms['revShare']>) => boolean): Condition => ({
        key,
        part: 'revShare',
        label,
        isIn: ({ revShare }) => Boolean(revShare) && isIn(revShare as NonNullable<Terms['revShare']>),
    });
    const extras = ({ carryMonths, carryBase, onlyChargebacks }: NonNullable<NonNullable<Terms['revShare']>['negative']>) => isSet(carryMonths) || Boolean(carryBase) || Boolean(onlyChargebacks);
    return [
        row('revShare.tiers', 'Tiers (ladder)', (share) => has(share.tiers)),
        row('revShare.requires', 'Required activity', (share) => has(share.requires)),
        row('revShare.introRate', 'Introductory rate', (share) => has(share.introRate)),
        row('revShare.rateByProduct', 'Rates by product', (share) => has(share.rateByProduct)),
        row('revShare.excludeProducts', 'Products that do not count', (share) => has(share.excludeProducts)),
        row('revShare.adminFeePercent', 'Admin fee', (share) => isSome(share.adminFeePercent)),
        row('revShare.deductions', 'Deduct bonuses and payment fees', ({ deductions }) => isSome(deductions?.bonusPercent) || isSome(deductions?.depositFeePercent) || isSome(deductions?.withdrawalFeePercent)),
        row('revShare.keepChargebacks', 'Do not deduct chargebacks', (share) => share.deductChargebacks === false),
        row('revShare.negative', 'Negative months', (share) => waives({ currency: '', revShare: share }) || extras(share.negative ?? {})),
        row('revShare.highRoller', 'Protection from high rollers', (share) => has(share.negative?.highRoller)),
        row('revShare.durationMonths', 'Time limit for revenue', (share) => isSet(share.durationMonths)),
        row('revShare.inactiveAfterMonths', 'Inactive players', (share) => isSet(share.inactiveAfterMonths)),
    ];
}

export const allConditions: Condition[] = [
    ...ofCpa(),
    ...ofRevShare(),
    { key: 'turnover.rateByProduct', part: 'turnover', label: 'Rates by product', isIn: ({ turnover }) => has(turnover?.rateByProduct) },
    { key: 'subAffiliate.levels', part: 'subAffiliate', label: 'Further levels', isIn: ({ subAffiliate }) => Boolean(subAffiliate) && levelsOf(subAffiliate ?? {}).length > 1 },
];

export const conditionsIn = (terms: Terms): ConditionKey[] => allConditions.filter((one) => one.isIn(terms)).map((one) => one.key);

// Conditions that cannot be used together.
const rivals: [ConditionKey, ConditionKey][] = [['cpa.tiers', 'cpa.amountByFirstDeposit']];

export function addable(part: Part, shown: ConditionKey[]): Condition[] {
    const blocked = (key: ConditionKey) => rivals.some((pair) => pair.includes(key) && pair.some((one) => one !== key && shown.includes(one)));
    return allConditions.filter((one) => one.part === part && !shown.includes(one.key) && !blocked(one.key));
}
