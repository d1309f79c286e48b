import { addDays, daysOf, todayIn, type DateSpan } from './period';

// Finds the hours and days that are over. Charts and comparisons need this, because a day or an hour that is not over has only
// a part of its numbers.

export interface Clock {
    date: string;
    // From 0 to 23.
    hour: number;
}

// The date and the hour in the time zone.
export function clockIn(timeZone: string, now = new Date()): Clock {
    // By parts and with 24 hours, because a written time depends on the locale: "03:15:00 PM".
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', hourCycle: 'h23' }).formatToParts(now);
    return { date: todayIn(timeZone, now), hour: Number(parts.find(({ type }) => type === 'hour')?.value ?? 0) };
}

export const twoDigits = (value: number): string => String(value).padStart(2, '0');

// "2026-W11" by ISO 8601: a week belongs to the year of its Thursday.
export function weekOf(date: string): string {
    const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
    const thursday = addDays(date, 3 - weekday);
    const dayOfYear = daysOf({ startDate: `${thursday.slice(0, 4)}-01-01`, endDate: thursday });
    return `${thursday.slice(0, 4)}-W${twoDigits(Math.ceil(dayOfYear / 7))}`;
}

export type TimeStep = 'hour' | 'date' | 'week' | 'month';

// The point that is not over yet, as reports write it. Hours have no offset. Later points are greater as text.
export function pointNow({ date, hour }: Clock, step: TimeStep): string {
    if (step === 'hour') return `${date}T${twoDigits(hour)}`;
    if (step === 'week') return weekOf(date);
    return step === 'month' ? date.slice(0, 7) : date;
}

// The number of hours that are over if the range is today, otherwise null. Today is compared with these hours of the
// previous day, because the whole previous day would always be more.
export function hoursOver(span: DateSpan, clock: Clock): number | null {
    return span.startDate === clock.date && span.endDate === clock.date ? clock.hour : null;
}

// The sum of the first hours of a day.
export const sumOfHours = (values: number[], hours: number): number => values.slice(0, hours).reduce((sum, value) => sum + value, 0);

// "the same hours of 16 Nov 2026 (until 09:00)"
export const sameHours = (hours: number, date: string): string => `the same hours of ${date} (until ${twoDigits(hours)}:00)`;
