import { stepOf, type Step } from '@/explain/stepWords';
import { lineNames } from '@/format/names';
import type { Accrual, StatementLine } from '../../api';

// Texts about statement lines and accruals, for affiliates.

export const lineTitle = (line: Pick<StatementLine, 'component'>): string => lineNames[line.component];

// Lines that are sums of accruals can be opened.
export const isOpenable = (line: StatementLine): boolean =>
    line.count > 0 && ['cpa', 'revShare', 'cpl', 'fixedMonthly', 'subAffiliate', 'turnover'].includes(line.component);

const reasons: Record<Accrual['reason'], string> = {
    earned: 'Earned',
    capped: 'Above the cap of the deal',
    reRated: 'Re-rated',
    clawback: 'Taken back after a chargeback',
    reassigned: 'Player reassigned',
    excluded: 'Taken back: the player excluded itself or was blocked',
    reversed: 'Reversed by the operator',
    opened: 'Negative base of an earlier period',
    followed: 'Follows a carry-over or waiver of a sub-affiliate',
};

const eventless: Partial<Record<Accrual['component'], string>> = { fixedMonthly: 'Fixed monthly fee', subAffiliate: 'Commission of a sub-affiliate' };

export function accrualTitle(accrual: Accrual): string {
    return accrual.player ?? eventless[accrual.component] ?? lineNames[accrual.component];
}

// An accrual of CPA is re-rated for two reasons, which only the steps of its explanation tell apart. RevShare is re-rated when
// a tier is reached or left.
function reRatedReason(accrual: Accrual, steps: Step[]): string {
    if (stepOf(steps, 'firstDepositGrew')) return 'Re-rated, because the player’s first deposit grew';
    if (stepOf(steps, 'playerReRated')) return 'Re-rated, because another player reached a tier';
    if (accrual.component === 'cpa') return 'Re-rated, because a tier was reached or the first deposit grew';
    return accrual.component === 'revShare' ? 'Re-rated, because the rate changed' : reasons.reRated;
}

export const reRatedText = (steps: Step[]): string =>
    stepOf(steps, 'firstDepositGrew') ? 'The first deposit of the player grew, and with it the price of the player.' : 'Your players of the period reached a tier that applies to all of them.';

// The steps of the explanation make the reason more exact. Lists do not have them.
export function accrualReason(accrual: Accrual, steps: Step[] = []): string {
    if (accrual.status === 'unpriced') return 'Unpriced: waits for an exchange rate';
    if (accrual.reason === 'reRated') return reRatedReason(accrual, steps);
    if (accrual.reason !== 'earned') return reasons[accrual.reason];
    if (accrual.component === 'cpa') return 'Player qualified';
    if (accrual.component === 'cpl') return 'Player registered';
    if (accrual.component === 'revShare') return Number(accrual.amount) < 0 ? 'Negative revenue of the player' : 'Revenue of the player';
    return reasons.earned;
}
