// Ranges of whole days for reports. A day is a date (YYYY-MM-DD) in the operator's time zone.

export type PeriodName = 'today' | 'yesterday' | 'last7Days' | 'last30Days' | 'last90Days' | 'thisMonth' | 'lastMonth' | 'thisQuarter' | 'lastQuarter' | 'thisYear' | 'lastYear' | 'custom';

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
    last90Days: 'Last 90 days',
    thisMonth: 'This month',
    lastMonth: 'Last month',
    thisQuarter: 'This quarter',
    lastQuarter: 'Last quarter',
    thisYear: 'This year',
    lastYear: 'Last year',
    custom: 'Custom',
};

const day = 86_400_000;
const isDate = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
const utc = (date: string) => Date.parse(`${date}T00:00:00Z`);
const plain = (time: number) => new Date(time).toISOString().slice(0, 10);

export const addDays = (date: string, days: number): string => plain(utc(date) + days * day);
export const daysOf = (span: DateSpan): number => Math.round((utc(span.endDate) - utc(span.startDate)) / day) + 1;

// The first day of the next month.
export function nextMonth(date: string): string {
    const [year = 0, month = 1] = date.split('-').map(Number);
    return plain(Date.UTC(year, month, 1));
}

// Today's date in the time zone.
export function todayIn(timeZone: string, now = new Date()): string {
    // By parts, because browsers differ in how they join them.
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(now);
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
    return `${part('year')}-${part('month')}-${part('day')}`;
}

// The first day of the month that is `months` after the one of the date.
function monthStart(date: string, months: number): string {
    const [year = 0, month = 1] = date.split('-').map(Number);
    const count = year * 12 + month - 1 + months;
    return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01`;
}

// The months of the calendar's month, quarter or year that contains the date.
function startOf(date: string, months: number): string {
    return monthStart(date, -((Number(date.slice(5, 7)) - 1) % months));
}

function wholeBefore(start: string, months: number): DateSpan {
    return { startDate: monthStart(start, -months), endDate: addDays(start, -1) };
}

// How many months a named period has, and whether it is over.
const monthPeriods: Partial<Record<PeriodName, { months: number; over: boolean }>> = {
    thisMonth: { months: 1, over: false },
    lastMonth: { months: 1, over: true },
    thisQuarter: { months: 3, over: false },
    lastQuarter: { months: 3, over: true },
    thisYear: { months: 12, over: false },
    lastYear: { months: 12, over: true },
};

export function spanOf(search: PeriodSearch, today: string): DateSpan {
    const { period = 'last30Days', from, to } = search;
    if (period === 'custom' && from && to) return from <= to ? { startDate: from, endDate: to } : { startDate: to, endDate: from };
    if (period === 'today') return { startDate: today, endDate: today };
    if (period === 'yesterday') return { startDate: addDays(today, -1), endDate: addDays(today, -1) };
    if (period === 'last7Days') return { startDate: addDays(today, -6), endDate: today };
    if (period === 'last90Days') return { startDate: addDays(today, -89), endDate: today };
    const known = monthPeriods[period];
    if (known) {
        const start = startOf(today, known.months);
        return known.over ? wholeBefore(start, known.months) : { startDate: start, endDate: today };
    }
    return { startDate: addDays(today, -29), endDate: today };
}

// The range for comparison: the same number of days just before, or for a month, quarter or year the same days of the
// previous one.
export function spanBefore(search: PeriodSearch, span: DateSpan): DateSpan {
    const known = monthPeriods[search.period ?? 'last30Days'];
    if (known) {
        const before = wholeBefore(span.startDate, known.months);
        const endDate = addDays(before.startDate, daysOf(span) - 1);
        return known.over || endDate > before.endDate ? before : { startDate: before.startDate, endDate };
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
