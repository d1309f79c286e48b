import { queryOptions } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { queries } from '@/api/queries';
import type { Questions } from '@/routing';
import { pagedQuery } from '@/ui/pager';
import { firstAffiliates } from '../../affiliateNames';
import { one } from '../../entities';
import { performanceQuestions } from '../../performance/questions';
import { reportQuery } from '../../performance/report';

export const campaignMetrics = ['banner_view_count', 'click_count', 'registration_count', 'ftd_count', 'ngr', 'total_reward'] as const;
export const creativeMetrics = ['banner_view_count', 'click_count', 'ctr', 'registration_count', 'ftd_count'] as const;

export interface CreativeFilters {
    campaignId?: string;
    status?: Schema<'Creative'>['status'];
}

export const creativeList = (filters: CreativeFilters, cursor: string | undefined) => ({
    queryKey: ['creatives', 'list', filters],
    read: (at: string | undefined) => take(api.GET('/creatives', { params: { query: { limit: 48, cursor: at, ...filters } } })),
    cursor,
});

export const creativeReportQuery = (ids: string[]) =>
    reportQuery({ groupKeys: ['creative'], metrics: ['banner_view_count', 'click_count', 'ctr'], filters: { creative: ids }, period: 'last30Days' });

// The links of the affiliate to the creative's brand.
export const linkChoicesQuery = (brandId: string, affiliateId: string) =>
    queryOptions({
        queryKey: ['links', 'choices', { affiliateId, brandId }],
        queryFn: async () => (await take(api.GET('/links', { params: { query: { limit: 200, affiliateId, brandId } } }))).items,
    });

export const campaignQuestions: Questions = async (visit) => {
    const id = visit.params.campaignId ?? '';
    const { items } = await visit.answerTo(pagedQuery(creativeList({ campaignId: id }, visit.search.cursor as string | undefined)));
    const reports = items.length > 0 ? [creativeReportQuery(items.map((creative) => creative.id))] : [];
    return [one.campaign(id), ...reports, ...performanceQuestions(visit, { campaign: [id] }, campaignMetrics), queries.brands, queries.campaigns];
};

export const creativeQuestions: Questions = async (visit) => {
    const creative = await visit.answerTo(one.creative(visit.params.creativeId ?? ''));
    const campaign = await visit.answerTo(one.campaign(creative.campaignId));
    const affiliateId = visit.search.affiliateId as string | undefined;
    return [
        ...(affiliateId ? [linkChoicesQuery(campaign.brandId, affiliateId)] : []),
        ...performanceQuestions(visit, { creative: [creative.id] }, creativeMetrics),
        firstAffiliates,
        queries.brands,
    ];
};
