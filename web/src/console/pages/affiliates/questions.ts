import { queryOptions } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { queries, readAll } from '@/api/queries';
import { spanOf, type DateSpan, type PeriodSearch } from '@/format/period';
import type { Questions } from '@/routing';
import { pagedQuery } from '@/ui/pager';
import { firstAffiliates, oneAffiliate } from '../../affiliateNames';
import { performanceQuestions } from '../../performance/questions';
import { stepOf } from '../../performance/points';
import { reportQuery } from '../../performance/report';
import { metricNames, type Metric } from '../../reporting/names';

export const shownMetrics = ['click_count', 'registration_count', 'ftd_count', 'ngr', 'total_reward'] as const;

// The metrics of the list's columns, from the URL.
export function listMetrics(metrics: string[] | undefined): Metric[] {
    const known = metrics?.filter((name): name is Metric => name in metricNames) ?? [];
    return known.length > 0 ? known : [...shownMetrics];
}

interface ListSearch extends PeriodSearch {
    metrics?: string[];
    cursor?: string;
    status?: Schema<'Affiliate'>['status'];
    name?: string;
    tag?: string;
    // The id of an account manager, or `null` for affiliates without one.
    manager?: string;
}

export const affiliateList = ({ cursor, status, name, tag, manager }: ListSearch) => ({
    queryKey: ['affiliates', 'list', { status, name, tag, manager }],
    read: (at: string | undefined) => take(api.GET('/affiliates', { params: { query: { limit: 50, cursor: at, status, search: name, tags: tag, accountManagerId: manager } } })),
    cursor,
});

export const affiliateTagsQuery = queryOptions({ queryKey: ['affiliates', 'tags'], queryFn: () => take(api.GET('/affiliate-tags')), staleTime: 60_000 });

export const accountManagersQuery = queryOptions({
    queryKey: ['users', 'account managers'],
    queryFn: () => readAll((cursor) => take(api.GET('/account-managers', { params: { query: { limit: 200, cursor } } }))),
    staleTime: 60_000,
});

export const childrenQuery = (of: string) =>
    queryOptions({
        queryKey: ['affiliates', 'children', of],
        queryFn: () => take(api.GET('/affiliates', { params: { query: { parentAffiliateId: of, limit: 20 } } })),
    });

export const listReportQuery = (ids: string[], metrics: Metric[], span: DateSpan) => reportQuery({ groupKeys: ['affiliate'], metrics, filters: { affiliate: ids }, ...span });

// The course of one metric for each affiliate of a page.
export const trendQuery = (ids: string[], metric: Metric, span: DateSpan) => reportQuery({ groupKeys: ['affiliate', stepOf(span)], metrics: [metric], filters: { affiliate: ids }, ...span });

export const affiliatesQuestions: Questions = async ({ search, answerTo, today }) => {
    const asked = search as ListSearch;
    const { items } = await answerTo(pagedQuery(affiliateList(search)));
    return [...(items.length > 0 ? [listReportQuery(items.map((one) => one.id), listMetrics(asked.metrics), spanOf(asked, today))] : []), firstAffiliates, affiliateTagsQuery, accountManagersQuery];
};

export const onboardQuestions: Questions = () => [queries.brands, queries.landingPages, queries.deals, queries.campaigns, affiliateTagsQuery, accountManagersQuery];

export const affiliateQuestions: Questions = (visit) => {
    const id = visit.params.affiliateId ?? '';
    if (visit.search.tab) return [oneAffiliate(id)];
    return [oneAffiliate(id), ...performanceQuestions(visit, { affiliate: [id] }, shownMetrics), queries.operator, firstAffiliates, childrenQuery(id)];
};
