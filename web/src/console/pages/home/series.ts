import { addDays, daysOf, type DateSpan } from '@/format/period';
import type { ReportRow } from '../../reporting/ask';

// Reports leave out what is 0, charts must not: every step of a span has its point.

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

// The points of a span in their order. Hours are those of the operator's clock.
export function pointsOf(span: DateSpan, step: Step): string[] {
    if (step === 'hour') return Array.from({ length: 24 }, (_, hour) => `${span.startDate}T${twoDigits(hour)}`);
    if (step === 'month') return monthsOf(span);
    return Array.from({ length: daysOf(span) }, (_, index) => addDays(span.startDate, index));
}

// A metric at each point; 0 where the report has no row.
export function valuesAt(rows: ReportRow[], points: string[], step: Step, metric: string): number[] {
    const found = new Map<string, number>();
    for (const { groupKeys, metrics } of rows) {
        const at = step === 'hour' ? (groupKeys.hour ?? '').slice(0, 13) : (groupKeys[step] ?? '');
        found.set(at, (found.get(at) ?? 0) + (metrics[metric] ?? 0));
    }
    return points.map((point) => found.get(point) ?? 0);
}
