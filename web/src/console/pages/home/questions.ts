import { queryOptions } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { queries } from '@/api/queries';
import { spanBefore, spanOf, type DateSpan, type PeriodSearch } from '@/format/period';
import type { Questions } from '@/routing';
import { permissionsOf } from '@/session/session';
import { firstAffiliates } from '../../affiliateNames';
import { reportQuery } from '../../reporting/ask';
import { openSignalsQuery } from '../signals/queries';
import { countingMetrics } from './feeds';
import { stepOf } from './series';

export const funnel = ['click_count', 'registration_count', 'ftd_count', 'ngr', 'total_reward'] as const;
export type FunnelMetric = (typeof funnel)[number];
export type Place = 'country' | 'brand';

export interface HomeSearch extends PeriodSearch {
    metric?: FunnelMetric;
    by?: Place;
}

export const overviewQuery = (shown: DateSpan, { startDate, endDate }: DateSpan) => reportQuery({ groupKeys: [stepOf(shown)], metrics: [...funnel], startDate, endDate });
export const topAffiliatesQuery = (metric: FunnelMetric, span: DateSpan) => reportQuery({ groupKeys: ['affiliate'], metrics: [...funnel], sort: `-${metric}`, limit: 8, ...span });
export const topPlacesQuery = (by: Place, metric: FunnelMetric, span: DateSpan) => reportQuery({ groupKeys: [by], metrics: [metric], sort: `-${metric}`, limit: 7, ...span });

export const healthQuery = queryOptions({ queryKey: ['health'], queryFn: () => take(api.GET('/health')) });

// The usual intervals change slowly, so they are loaded rarely.
export const habitsQuery = {
    ...reportQuery({ groupKeys: ['brand', 'eventType'], metrics: [...countingMetrics], period: 'last30Days' }),
    staleTime: 10 * 60_000,
};

export const recentEventsQuery = queryOptions({
    queryKey: ['events', 'recent'],
    queryFn: () => take(api.GET('/events', { params: { query: { limit: 7 } } })),
    staleTime: 3_000,
});

// What waits for a person. Longer lists are counted as "more than".
export const pendingAffiliatesQuery = queryOptions({
    queryKey: ['affiliates', 'pending'],
    queryFn: () => take(api.GET('/affiliates', { params: { query: { limit: 200, status: 'pending' } } })),
});
export const closedStatementsQuery = queryOptions({
    queryKey: ['statements', 'waiting'],
    queryFn: () => take(api.GET('/statements', { params: { query: { limit: 50, status: 'closed' } } })),
});

export const homeQuestions: Questions = ({ search, today, me }) => {
    const { metric = 'ngr', by = 'country', ...period } = search as HomeSearch;
    const span = spanOf(period, today);
    return [
        overviewQuery(span, span),
        overviewQuery(span, spanBefore(period, span)),
        topAffiliatesQuery(metric, span),
        topPlacesQuery(by, metric, span),
        habitsQuery,
        healthQuery,
        recentEventsQuery,
        queries.brands,
        firstAffiliates,
        pendingAffiliatesQuery,
        openSignalsQuery,
        ...(permissionsOf(me.user.role).books ? [closedStatementsQuery] : []),
    ];
};
