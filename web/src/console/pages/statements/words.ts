import type { Schema } from '@/api/client';
import { sumOf } from '@/deals/decimal';

export type Statement = Schema<'Statement'>;
export type Line = Schema<'StatementLine'>;
export type Status = Statement['status'];

export const statusLabels: Record<Status, string> = { open: 'Open (preview)', closed: 'Closed', approved: 'Approved', paid: 'Paid', onHold: 'On hold' };

export const componentLabels: Record<Line['component'], string> = {
    cpa: 'CPA',
    revShare: 'RevShare',
    cpl: 'CPL',
    fixedMonthly: 'Fixed fee',
    subAffiliate: 'Sub-affiliates',
    carryOver: 'Carry-over',
    waiver: 'Waiver',
    balance: 'Balance',
    adjustment: 'Adjustment',
};

const earned: Line['component'][] = ['cpa', 'revShare', 'cpl', 'fixedMonthly', 'subAffiliate'];
export const isEarned = (line: Line): boolean => earned.includes(line.component);

// A rate is a percentage of what is shared, and a price of what is counted.
export const isShare = (component: string): boolean => component === 'revShare' || component === 'subAffiliate';

export interface CurrencyTotal {
    currency: string;
    count: number;
    payable: string;
}

// What statements come to, per currency, the most statements first: amounts of two currencies are never added.
export function totalsOf(statements: Pick<Statement, 'currency' | 'payable'>[]): CurrencyTotal[] {
    const currencies = [...new Set(statements.map((one) => one.currency))];
    return currencies
        .map((currency) => {
            const some = statements.filter((one) => one.currency === currency);
            return { currency, count: some.length, payable: sumOf(some.map((one) => one.payable)) };
        })
        .sort((a, b) => b.count - a.count);
}

// Months that have ended before the day and have something open, oldest first.
export function closableMonths(open: Pick<Statement, 'period'>[], today: string): string[] {
    return [...new Set(open.map((one) => one.period))].filter((period) => period < today.slice(0, 7)).sort();
}

// The month before the day's: what one usually closes.
export function lastMonth(today: string): string {
    const [year = 0, month = 1] = today.split('-').map(Number);
    return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
}
