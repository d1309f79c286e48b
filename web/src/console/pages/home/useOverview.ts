import { useQuery } from '@tanstack/react-query';
import { daysOf, type DateSpan } from '@/format/period';
import { useToday } from '@/format/useFormat';
import { overviewQuery, type FunnelMetric } from './questions';
import { pointsOf, stepOf, valuesAt } from './series';

// Both periods in the same steps. One report gives the totals and the lines of a period.
export function useOverview(span: DateSpan, before: DateSpan) {
    const today = useToday();
    const step = stepOf(span);
    // A period that includes today is reloaded regularly.
    const now = useQuery({ ...overviewQuery(span, span), refetchInterval: span.endDate >= today ? 15_000 : false });
    const earlier = useQuery(overviewQuery(span, before));
    const points = pointsOf(span, step);
    const pointsBefore = pointsOf(before, step);
    const values = (metric: FunnelMetric) => valuesAt(now.data?.rows ?? [], points, step, metric);
    const valuesBefore = (metric: FunnelMetric) => valuesAt(earlier.data?.rows ?? [], pointsBefore, step, metric);
    return { step, points, pointsBefore, values, valuesBefore, now, earlier, oneDay: daysOf(span) === 1 };
}

export type Overview = ReturnType<typeof useOverview>;
