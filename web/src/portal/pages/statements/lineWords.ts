import { lineNames } from '@/format/names';
import type { Accrual, StatementLine } from '../../api';

// Texts about statement lines and accruals, for affiliates.

export const lineTitle = (line: Pick<StatementLine, 'component'>): string => lineNames[line.component];

// Lines that are sums of accruals can be opened.
export const isOpenable = (line: StatementLine): boolean =>
    line.count > 0 && ['cpa', 'revShare', 'cpl', 'fixedMonthly', 'subAffiliate', 'turnover'].includes(line.component);

const reasons: Record<Accrual['reason'], string> = {
    earned: 'Earned',
    capped: 'Above the monthly cap',
    reRated: 'Re-rated, because a tier was reached',
    clawback: 'Taken back after a chargeback',
    reassigned: 'Player reassigned',
    excluded: 'Taken back: the player excluded itself or was blocked',
    reversed: 'Reversed by the operator',
    opened: 'Negative base of an earlier month',
    followed: 'Follows a carry-over or waiver of a sub-affiliate',
};

const eventless: Partial<Record<Accrual['component'], string>> = { fixedMonthly: 'Fixed monthly fee', subAffiliate: 'Commission of a sub-affiliate' };

export function accrualTitle(accrual: Accrual): string {
    return accrual.player ?? eventless[accrual.component] ?? lineNames[accrual.component];
}

export function accrualReason(accrual: Accrual): string {
    if (accrual.status === 'unpriced') return 'Unpriced: waits for an exchange rate';
    if (accrual.reason !== 'earned') return reasons[accrual.reason];
    if (accrual.component === 'cpa') return 'Player qualified';
    if (accrual.component === 'cpl') return 'Player registered';
    if (accrual.component === 'revShare') return Number(accrual.amount) < 0 ? 'Negative revenue of the player' : 'Revenue of the player';
    return reasons.earned;
}
