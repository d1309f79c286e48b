import { addDays, daysOf, type DateSpan } from '@/format/period';
import type { ReportRow } from '../../reporting/ask';

// A report has no rows for 0, but a chart needs a point for every step of the range.

export type Step = 'hour' | 'date' | 'month';

export function stepOf(span: DateSpan): Step {
    const days = daysOf(span);
    return days === 1 ? 'hour' : days <= 400 ? 'date' : 'month';
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

function monthsOf({ startDate, endDate }: DateSpan): string[] {
    const months: string[] = [];
    let [year = 0, month = 1] = startDate.split('-').map(Number);
    for (let now = startDate.slice(0, 7); now <= endDate.slice(0, 7); now = `${year}-${twoDigits(month)}`) {
        months.push(now);
        month = month === 12 ? 1 : month + 1;
        if (month === 1) year++;
    }
    return months;
}

// The points of a range in order. Hours are in the operator's time zone.
export function pointsOf(span: DateSpan, step: Step): string[] {
    if (step === 'hour') return Array.from({ length: 24 }, (_, hour) => `${span.startDate}T${twoDigits(hour)}`);
    if (step === 'month') return monthsOf(span);
    return Array.from({ length: daysOf(span) }, (_, index) => addDays(span.startDate, index));
}

// The metric at each point, or 0 if the report has no row.
export function valuesAt(rows: ReportRow[], points: string[], step: Step, metric: string): number[] {
    const found = new Map<string, number>();
    for (const { groupKeys, metrics } of rows) {
        const at = step === 'hour' ? (groupKeys.hour ?? '').slice(0, 13) : (groupKeys[step] ?? '');
        found.set(at, (found.get(at) ?? 0) + (metrics[metric] ?? 0));
    }
    return points.map((point) => found.get(point) ?? 0);
}
