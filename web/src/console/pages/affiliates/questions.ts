import { queryOptions } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { queries } from '@/api/queries';
import type { Questions } from '@/routing';
import { pagedQuery } from '@/ui/pager';
import { firstAffiliates, oneAffiliate } from '../../affiliateNames';
import { performanceQuestions } from '../../performance/questions';
import { reportQuery } from '../../performance/report';

export const shownMetrics = ['click_count', 'registration_count', 'ftd_count', 'ngr', 'total_reward'] as const;

interface ListSearch {
    cursor?: string;
    status?: Schema<'Affiliate'>['status'];
    name?: string;
}

export const affiliateList = ({ cursor, status, name }: ListSearch) => ({
    queryKey: ['affiliates', 'list', { status, name }],
    read: (at: string | undefined) => take(api.GET('/affiliates', { params: { query: { limit: 50, cursor: at, status, search: name } } })),
    cursor,
});

export const childrenQuery = (of: string) =>
    queryOptions({
        queryKey: ['affiliates', 'children', of],
        queryFn: () => take(api.GET('/affiliates', { params: { query: { parentAffiliateId: of, limit: 20 } } })),
    });

export const listReportQuery = (ids: string[]) => reportQuery({ groupKeys: ['affiliate'], metrics: [...shownMetrics], filters: { affiliate: ids }, period: 'last30Days' });

export const affiliatesQuestions: Questions = async ({ search, answerTo }) => {
    const { items } = await answerTo(pagedQuery(affiliateList(search)));
    return [...(items.length > 0 ? [listReportQuery(items.map((one) => one.id))] : []), firstAffiliates];
};

export const onboardQuestions: Questions = () => [queries.brands, queries.landingPages, queries.deals, queries.campaigns];

export const affiliateQuestions: Questions = (visit) => {
    const id = visit.params.affiliateId ?? '';
    if (visit.search.tab) return [oneAffiliate(id)];
    return [oneAffiliate(id), ...performanceQuestions(visit, { affiliate: [id] }, shownMetrics), queries.operator, firstAffiliates, childrenQuery(id)];
};
