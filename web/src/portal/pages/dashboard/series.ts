import { twoDigits, weekOf } from '@/format/clock';
import { addDays, daysOf, type DateSpan } from '@/format/period';
import type { Report } from '../../api';

// A report has no rows for 0, but a chart needs every day, or every hour of a single day.

export type Grain = 'hour' | 'date' | 'week';

// Hours for one day, weeks for half a year or more, otherwise days.
export function grainOf(span: DateSpan): Grain {
    const days = daysOf(span);
    return days === 1 ? 'hour' : days > 184 ? 'week' : 'date';
}

// The points of the axis in order, as reports write them. Hours have no offset.
export function placesOf(span: DateSpan, grain: Grain): string[] {
    if (grain === 'hour') return Array.from({ length: 24 }, (_, hour) => `${span.startDate}T${twoDigits(hour)}`);
    const days = Array.from({ length: daysOf(span) }, (_, index) => addDays(span.startDate, index));
    return grain === 'date' ? days : [...new Set(days.map(weekOf))];
}

export function valuesOf(report: Report | undefined, span: DateSpan, grain: Grain, metric: string): number[] {
    const sums = new Map<string, number>();
    for (const row of report?.rows ?? []) {
        const place = (row.groupKeys[grain] ?? '').slice(0, grain === 'hour' ? 13 : undefined);
        sums.set(place, (sums.get(place) ?? 0) + (row.metrics[metric] ?? 0));
    }
    return placesOf(span, grain).map((place) => sums.get(place) ?? 0);
}

export interface Point {
    x: string;
    now: number | null;
    before: number | null;
    [key: string]: string | number | null;
}

// The period and the previous one on one axis, aligned at the first day. A point after `unfinished` is in the future and
// has no value. It is not 0.
export function pointsOf(places: string[], now: number[], before: number[], unfinished: string): Point[] {
    return places.map((x, index) => ({ x, now: x > unfinished ? null : (now[index] ?? null), before: before[index] ?? null }));
}
