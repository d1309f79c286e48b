// Ranges of whole days for reports. A day is a date (YYYY-MM-DD) in the operator's time zone.

export type PeriodName = 'today' | 'yesterday' | 'last7Days' | 'last30Days' | 'thisMonth' | 'lastMonth' | 'custom';

export interface DateSpan {
    startDate: string;
    endDate: string; // Inclusive.
}

// The period in the URL. `from` and `to` are set only for a custom period.
export interface PeriodSearch {
    period?: PeriodName;
    from?: string;
    to?: string;
}

export const periodLabels: Record<PeriodName, string> = {
    today: 'Today',
    yesterday: 'Yesterday',
    last7Days: 'Last 7 days',
    last30Days: 'Last 30 days',
    thisMonth: 'This month',
    lastMonth: 'Last month',
    custom: 'Custom',
};

const day = 86_400_000;
const isDate = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
const utc = (date: string) => Date.parse(`${date}T00:00:00Z`);
const plain = (time: number) => new Date(time).toISOString().slice(0, 10);

export const addDays = (date: string, days: number): string => plain(utc(date) + days * day);
export const daysOf = (span: DateSpan): number => Math.round((utc(span.endDate) - utc(span.startDate)) / day) + 1;

// Today's date in the time zone.
export function todayIn(timeZone: string, now = new Date()): string {
    // By parts, because browsers differ in how they join them.
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(now);
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
    return `${part('year')}-${part('month')}-${part('day')}`;
}

function monthBefore(date: string): DateSpan {
    const endDate = addDays(`${date.slice(0, 7)}-01`, -1);
    return { startDate: `${endDate.slice(0, 7)}-01`, endDate };
}

export function spanOf(search: PeriodSearch, today: string): DateSpan {
    const { period = 'last30Days', from, to } = search;
    if (period === 'custom' && from && to) return from <= to ? { startDate: from, endDate: to } : { startDate: to, endDate: from };
    if (period === 'today') return { startDate: today, endDate: today };
    if (period === 'yesterday') return { startDate: addDays(today, -1), endDate: addDays(today, -1) };
    if (period === 'last7Days') return { startDate: addDays(today, -6), endDate: today };
    if (period === 'thisMonth') return { startDate: `${today.slice(0, 7)}-01`, endDate: today };
    if (period === 'lastMonth') return monthBefore(today);
    return { startDate: addDays(today, -29), endDate: today };
}

// The range for comparison: the same number of days just before, or for a month the same days of the previous month.
export function spanBefore(search: PeriodSearch, span: DateSpan): DateSpan {
    if (search.period === 'lastMonth') return monthBefore(span.startDate);
    if (search.period === 'thisMonth') {
        const before = monthBefore(span.startDate);
        const endDate = addDays(before.startDate, daysOf(span) - 1);
        return { startDate: before.startDate, endDate: endDate < before.endDate ? endDate : before.endDate };
    }
    return { startDate: addDays(span.startDate, -daysOf(span)), endDate: addDays(span.startDate, -1) };
}

// Reads the period from a URL and ignores invalid values.
export function periodSearch(search: Record<string, unknown>): PeriodSearch {
    const period = typeof search.period === 'string' && search.period in periodLabels ? (search.period as PeriodName) : undefined;
    if (period !== 'custom') return { period };
    return isDate(search.from) && isDate(search.to) ? { period, from: search.from, to: search.to } : {};
}

// The change as a ratio, or null if the previous value is 0.
export function growth(now: number, before: number): number | null {
    return before === 0 ? null : (now - before) / Math.abs(before);
}
