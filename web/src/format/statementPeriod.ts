// Statement periods: months (2026-11), half-months (2026-11-H1) and ISO weeks (2026-W46).
import type { Schema } from '@/api/client';
import { addDays, type DateSpan } from './period';

export type PeriodKind = Schema<'Affiliate'>['statementPeriod'];

export const periodKindLabels: Record<PeriodKind, string> = { month: 'Month', halfMonth: 'Half a month (1 to 15, 16 to the end)', week: 'Week (Monday to Sunday)' };

// For sentences: "a half-month".
export const periodNouns: Record<PeriodKind, string> = { month: 'month', halfMonth: 'half-month', week: 'week' };

export const kindOf = (period: string): PeriodKind => (period.includes('W') ? 'week' : period.includes('H') ? 'halfMonth' : 'month');
export const nounOf = (period: string): string => periodNouns[kindOf(period)];

// Monday is 0.
const weekday = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
const mondayOf = (date: string): string => addDays(date, -weekday(date));
const lastOfMonth = (month: string): string => addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1);

// The first and the last day.
export function daysOfPeriod(period: string): DateSpan {
    const kind = kindOf(period);
    const month = period.slice(0, 7);
    if (kind === 'month') return { startDate: `${month}-01`, endDate: lastOfMonth(month) };
    if (kind === 'halfMonth') return period.endsWith('H1') ? { startDate: `${month}-01`, endDate: `${month}-15` } : { startDate: `${month}-16`, endDate: lastOfMonth(month) };
    // 4 January is always in week 1.
    const startDate = addDays(mondayOf(`${period.slice(0, 4)}-01-04`), 7 * (Number(period.slice(6)) - 1));
    return { startDate, endDate: addDays(startDate, 6) };
}

// The period of a kind that has the day.
export function periodOn(kind: PeriodKind, date: string): string {
    if (kind === 'month') return date.slice(0, 7);
    if (kind === 'halfMonth') return `${date.slice(0, 7)}-H${Number(date.slice(8)) <= 15 ? 1 : 2}`;
    // A week belongs to the year of its Thursday.
    const year = addDays(mondayOf(date), 3).slice(0, 4);
    const first = Date.parse(`${mondayOf(`${year}-01-04`)}T00:00:00Z`);
    const week = (Date.parse(`${mondayOf(date)}T00:00:00Z`) - first) / (7 * 86_400_000) + 1;
    return `${year}-W${String(week).padStart(2, '0')}`;
}

// Whether it has ended before the day.
export const hasEnded = (period: string, today: string): boolean => daysOfPeriod(period).endDate < today;

// By the last day; of those with the same one, the shorter comes first.
export function comparePeriods(a: string, b: string): number {
    const [one, other] = [daysOfPeriod(a), daysOfPeriod(b)];
    return one.endDate.localeCompare(other.endDate) || other.startDate.localeCompare(one.startDate);
}

// The periods of some kinds around today, newest first: the next one, the current one and previous ones. CPA in its hold
// period belongs to a later period. The chosen period is always among them.
export function recentPeriods(today: string, kinds: PeriodKind[], count: number, chosen?: string): string[] {
    const found = new Set(chosen ? [chosen] : []);
    for (const kind of kinds) {
        let period = periodOn(kind, addDays(daysOfPeriod(periodOn(kind, today)).endDate, 1));
        for (let at = 0; at < count; at++) {
            found.add(period);
            period = periodOn(kind, addDays(daysOfPeriod(period).startDate, -1));
        }
    }
    return [...found].sort(comparePeriods).reverse();
}
