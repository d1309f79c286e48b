import { useQuery } from '@tanstack/react-query';
import { daysOf, type DateSpan } from '@/format/period';
import { useToday } from '@/format/useFormat';
import { reportQuery } from '../../reporting/ask';
import { pointsOf, stepOf, valuesAt } from './series';

export const funnel = ['click_count', 'registration_count', 'ftd_count', 'ngr', 'total_reward'] as const;
export type FunnelMetric = (typeof funnel)[number];

// Both spans by the same step: their totals and their curves come with one answer each.
export function useOverview(span: DateSpan, before: DateSpan) {
    const today = useToday();
    const step = stepOf(span);
    const ask = (days: DateSpan) => reportQuery({ groupKeys: [step], metrics: [...funnel], startDate: days.startDate, endDate: days.endDate });
    // Whoever looks at today sees it grow.
    const now = useQuery({ ...ask(span), refetchInterval: span.endDate >= today ? 15_000 : false });
    const earlier = useQuery(ask(before));
    const points = pointsOf(span, step);
    const pointsBefore = pointsOf(before, step);
    const values = (metric: FunnelMetric) => valuesAt(now.data?.rows ?? [], points, step, metric);
    const valuesBefore = (metric: FunnelMetric) => valuesAt(earlier.data?.rows ?? [], pointsBefore, step, metric);
    return { step, points, pointsBefore, values, valuesBefore, now, earlier, oneDay: daysOf(span) === 1 };
}

export type Overview = ReturnType<typeof useOverview>;
