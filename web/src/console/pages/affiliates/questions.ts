import { queryOptions } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { queries } from '@/api/queries';
import { spanBefore, spanOf, type PeriodSearch } from '@/format/period';
import type { Questions } from '@/routing';
import { pagedQuery } from '@/ui/pager';
import { firstAffiliates, oneAffiliate } from '../../affiliateNames';
import { stepOf } from '../../performance/points';
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

export const affiliatesQuestions: Questions = ({ search }) => [pagedQuery(affiliateList(search)), firstAffiliates];

export const affiliateQuestions: Questions = ({ search, params, today }) => {
    const id = params.affiliateId ?? '';
    if (search.tab) return [oneAffiliate(id)];
    const span = spanOf(search as PeriodSearch, today);
    const days = [span, spanBefore(search as PeriodSearch, span)];
    const reports = days.map((some) => reportQuery({ groupKeys: [stepOf(span)], metrics: [...shownMetrics], filters: { affiliate: [id] }, ...some }));
    return [oneAffiliate(id), ...reports, queries.operator, firstAffiliates, childrenQuery(id)];
};
