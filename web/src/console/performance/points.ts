import { addDays, daysOf, type DateSpan } from '@/format/period';

export type Step = 'hour' | 'date' | 'month';

// Hours for one day, days for up to a third of a year, months for more.
export function stepOf(span: DateSpan): Step {
    const days = daysOf(span);
    return days === 1 ? 'hour' : days <= 124 ? 'date' : 'month';
}

const nextMonth = (month: string): string => addDays(`${month}-28`, 4).slice(0, 7);

// Every day or month of the range, including those without a row. Hours are those of the report, because a day can have
// 23 or 25.
export function pointsOf(span: DateSpan, step: Step, rows: string[]): string[] {
    if (step === 'hour') return rows;
    if (step === 'date') return Array.from({ length: daysOf(span) }, (_, index) => addDays(span.startDate, index));
    const months: string[] = [];
    for (let month = span.startDate.slice(0, 7); month <= span.endDate.slice(0, 7); month = nextMonth(month)) months.push(month);
    return months;
}
