import { useQuery } from '@tanstack/react-query';
import type { DateSpan } from '@/format/period';
import { hoursOver, pointNow, sumOfHours } from '@/format/clock';
import { useClock } from '@/format/useFormat';
import { overviewQuery, type FunnelMetric } from './questions';
import { pointsOf, stepOf, valuesAt } from './series';

// A number of this period and of the previous one, over the same length of time.
interface Compared {
    now: number;
    before: number;
}

// Both periods in the same steps. One report gives the totals and the lines of a period.
export function useOverview(span: DateSpan, before: DateSpan) {
    const clock = useClock();
    const step = stepOf(span);
    // A period that includes today is reloaded regularly.
    const now = useQuery({ ...overviewQuery(span, span), refetchInterval: span.endDate >= clock.date ? 15_000 : false });
    const earlier = useQuery(overviewQuery(span, before));
    const points = pointsOf(span, step);
    const pointsBefore = pointsOf(before, step);
    // A point in the future has no value. It is not 0.
    const unfinished = pointNow(clock, step);
    const pastPoints = points.filter((point) => point <= unfinished);
    const values = (metric: FunnelMetric) => valuesAt(now.data?.rows ?? [], pastPoints, step, metric);
    const valuesBefore = (metric: FunnelMetric) => valuesAt(earlier.data?.rows ?? [], pointsBefore, step, metric);
    const hours = hoursOver(span, clock);
    const compared = (metric: FunnelMetric): Compared => {
        if (hours !== null) return { now: sumOfHours(values(metric), hours), before: sumOfHours(valuesBefore(metric), hours) };
        return { now: now.data?.totals[metric] ?? 0, before: earlier.data?.totals[metric] ?? 0 };
    };
    return { step, points, values, valuesBefore, unfinished, compared, now, earlier };
}

export type Overview = ReturnType<typeof useOverview>;
