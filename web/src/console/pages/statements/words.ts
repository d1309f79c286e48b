import type { Schema } from '@/api/client';
import { sumOf } from '@/deals/decimal';
import { comparePeriods, hasEnded } from '@/format/statementPeriod';

export type Statement = Schema<'Statement'>;
export type Line = Schema<'StatementLine'>;
export type Status = Statement['status'];

const earned: Line['component'][] = ['cpa', 'revShare', 'cpl', 'fixedMonthly', 'subAffiliate', 'turnover'];
export const isEarned = (line: Line): boolean => earned.includes(line.component);

// The rate of a share is a percentage. The rate of other components is a price.
export const isShare = (component: string): boolean => component === 'revShare' || component === 'subAffiliate' || component === 'turnover';

export interface CurrencyTotal {
    currency: string;
    count: number;
    payable: string;
}

// The totals per currency, the currency with the most statements first. Amounts of different currencies are not added.
export function totalsOf(statements: Pick<Statement, 'currency' | 'payable'>[]): CurrencyTotal[] {
    const currencies = [...new Set(statements.map((one) => one.currency))];
    return currencies
        .map((currency) => {
            const some = statements.filter((one) => one.currency === currency);
            return { currency, count: some.length, payable: sumOf(some.map((one) => one.payable)) };
        })
        .sort((a, b) => b.count - a.count);
}

// The periods that ended before this day and have open statements, oldest first.
export function closablePeriods(open: Pick<Statement, 'period'>[], today: string): string[] {
    return [...new Set(open.map((one) => one.period))].filter((period) => hasEnded(period, today)).sort(comparePeriods);
}

// The periods that a person can choose to close, newest first. A period with only unpriced money has no statement, but
// must be closed before a later one.
export function choosablePeriods(open: Pick<Statement, 'period'>[], waiting: string[], today: string): string[] {
    const ended = closablePeriods([...open, ...waiting.map((period) => ({ period }))], today);
    return [...new Set([...ended, lastMonth(today)])].sort(comparePeriods).reverse();
}

// The month before that of the day, which is usually the one to close.
export function lastMonth(today: string): string {
    const [year = 0, month = 1] = today.split('-').map(Number);
    return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
}
