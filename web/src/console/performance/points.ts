import { twoDigits } from '@/format/clock';
import { addDays, daysOf, type DateSpan } from '@/format/period';

export type Step = 'hour' | 'date' | 'month';

// Hours for one day, days for up to a third of a year, months for more.
export function stepOf(span: DateSpan): Step {
    const days = daysOf(span);
    return days === 1 ? 'hour' : days <= 124 ? 'date' : 'month';
}

const nextMonth = (month: string): string => addDays(`${month}-28`, 4).slice(0, 7);

// Every hour, day or month of the range, including those without a row.
export function pointsOf(span: DateSpan, step: Step): string[] {
    if (step === 'hour') return Array.from({ length: 24 }, (_, hour) => `${span.startDate}T${twoDigits(hour)}`);
    if (step === 'date') return Array.from({ length: daysOf(span) }, (_, index) => addDays(span.startDate, index));
    const months: string[] = [];
    for (let month = span.startDate.slice(0, 7); month <= span.endDate.slice(0, 7); month = nextMonth(month)) months.push(month);
    return months;
}

type Rows = { groupKeys: Record<string, string>; metrics: Record<string, number> }[];

// The metric at each point, or 0 without a row. An hour that occurs twice is added up.
export function valuesAt(rows: Rows, points: string[], step: Step, metric: string): number[] {
    const found = new Map<string, number>();
    for (const { groupKeys, metrics } of rows) {
        const at = (groupKeys[step] ?? '').slice(0, step === 'hour' ? 13 : undefined);
        found.set(at, (found.get(at) ?? 0) + (metrics[metric] ?? 0));
    }
    return points.map((point) => found.get(point) ?? 0);
}
