import { queryOptions } from '@tanstack/react-query';
import { api, take, type Page, type Schema } from '@/api/client';
import { queries, readAll } from '@/api/queries';
import { spanOf, type DateSpan, type PeriodSearch } from '@/format/period';
import type { Questions } from '@/routing';
import { pagedQuery } from '@/ui/pager';
import { firstAffiliates, oneAffiliate } from '../../affiliateNames';
import { performanceQuestions } from '../../performance/questions';
import { stepOf } from '../../performance/points';
import { reportQuery } from '../../performance/report';
import { metricNames, type Metric } from '../../reporting/names';
import { orWithoutResults, type ListedAffiliate } from './listedAffiliates';

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
    sort?: string;
}

// The order of the server: the name, or a metric of the list. Undefined for a metric that is no longer a column.
export function listOrder(sort: string | undefined, metrics: Metric[]): string | undefined {
    const by = sort?.replace(/^-/, '');
    return by === 'name' || metrics.some((metric) => metric === by) ? sort : undefined;
}

// The metric of the trend: the one that sorts the list, or the commission.
export function trendMetric(sort: string | undefined, metrics: Metric[]): Metric {
    const sorted = metrics.find((metric) => sort?.replace(/^-/, '') === metric);
    return sorted ?? (metrics.includes('total_reward') ? 'total_reward' : (metrics[0] ?? 'total_reward'));
}

type Result = Schema<'AffiliateResultsPage'>['items'][number];

// A user always gets the whole record. Only an API key may lack the right.
const withRecord = (result: Result): result is Result & { affiliate: Schema<'Affiliate'> } => result.affiliate !== null;

const filtersOf = ({ status, name, tag, manager }: ListSearch) => ({ status, search: name || undefined, tags: tag || undefined, accountManagerId: manager || undefined });

function bodyOf(search: ListSearch, span: DateSpan, limit: number) {
    const metrics = listMetrics(search.metrics);
    const filters = Object.fromEntries(Object.entries(filtersOf(search)).filter((entry): entry is [string, string] => Boolean(entry[1])));
    return { metrics, filters, sort: listOrder(search.sort, metrics), limit, ...span };
}

const readResults =
    (body: Schema<'AffiliateResultsQuery'>) =>
    async (cursor: string | undefined): Promise<Page<ListedAffiliate>> => {
        const { items, nextCursor } = await take(api.POST('/reports/affiliates', { body: { ...body, cursor } }));
        return { items: items.filter(withRecord).map(({ affiliate, metrics }) => ({ affiliate, metrics })), nextCursor };
    };

const readWithoutResults =
    (search: ListSearch, limit: number) =>
    async (cursor: string | undefined): Promise<Page<ListedAffiliate>> => {
        const { items, nextCursor } = await take(api.GET('/affiliates', { params: { query: { ...filtersOf(search), limit, cursor } } }));
        return { items: items.map((affiliate) => ({ affiliate, metrics: null })), nextCursor };
    };

export const resultsKey = ['affiliates', 'results'];

// A page of affiliates with their results in a period.
export const affiliateResults = (search: ListSearch, span: DateSpan) => {
    const body = bodyOf(search, span, 50);
    return { queryKey: [...resultsKey, body], read: orWithoutResults(readResults(body), readWithoutResults(search, body.limit)), cursor: search.cursor };
};

// Reads the pages of the whole list in the order of creation: in an order that changes between two pages, an affiliate could
// be on both and another one on none.
export const unsortedResults = (search: ListSearch, span: DateSpan) => readResults(bodyOf({ ...search, sort: undefined }, span, 200));

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

// The course of one metric for each affiliate of a page.
export const trendQuery = (ids: string[], metric: Metric, span: DateSpan) => reportQuery({ groupKeys: ['affiliate', stepOf(span)], metrics: [metric], filters: { affiliate: ids }, ...span });

export const affiliatesQuestions: Questions = async ({ search, today, answerTo }) => {
    const asked = search as ListSearch;
    const span = spanOf(asked, today);
    const { items } = await answerTo(pagedQuery(affiliateResults(asked, span)));
    const ids = items.filter(({ metrics }) => metrics !== null).map(({ affiliate }) => affiliate.id);
    return [queries.dimensions, firstAffiliates, affiliateTagsQuery, accountManagersQuery, ...(ids.length > 0 ? [trendQuery(ids, trendMetric(asked.sort, listMetrics(asked.metrics)), span)] : [])];
};

export const onboardQuestions: Questions = () => [queries.brands, queries.landingPages, queries.deals, queries.campaigns, affiliateTagsQuery, accountManagersQuery];

export const affiliateQuestions: Questions = (visit) => {
    const id = visit.params.affiliateId ?? '';
    if (visit.search.tab) return [oneAffiliate(id)];
    return [oneAffiliate(id), ...performanceQuestions(visit, { affiliate: [id] }, shownMetrics), queries.operator, firstAffiliates, childrenQuery(id)];
};
