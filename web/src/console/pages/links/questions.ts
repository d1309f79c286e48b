import { queryOptions } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { queries } from '@/api/queries';
import type { Questions } from '@/routing';
import { pagedQuery } from '@/ui/pager';
import { firstAffiliates } from '../../affiliateNames';
import { one } from '../../entities';
import { performanceQuestions } from '../../performance/questions';

export interface LinkFilters {
    affiliateId?: string;
    brandId?: string;
    campaignId?: string;
    creativeId?: string;
    status?: Schema<'Link'>['status'];
}

export const linkList = (filters: LinkFilters, cursor: string | undefined) => ({
    queryKey: ['links', 'list', filters],
    read: (at: string | undefined) => take(api.GET('/links', { params: { query: { limit: 50, cursor: at, ...filters } } })),
    cursor,
});

export const linksQuestions: Questions = ({ search }) => {
    const { cursor, create: _, ...filters } = search as LinkFilters & { cursor?: string; create?: true };
    return [pagedQuery(linkList(filters, cursor)), firstAffiliates, queries.brands, queries.campaigns];
};

// Impressions are counted only if the link has a creative.
export const metricsOf = ({ creativeId }: Schema<'Link'>) =>
    creativeId
        ? (['banner_view_count', 'click_count', 'registration_count', 'ftd_count', 'ngr', 'total_reward'] as const)
        : (['click_count', 'registration_count', 'ftd_count', 'ngr', 'total_reward'] as const);

export const recentClicksQuery = (linkId: string) =>
    queryOptions({
        queryKey: ['clicks', 'recent', linkId],
        queryFn: async () => (await take(api.GET('/clicks', { params: { query: { linkId, limit: 10 } } }))).items,
    });

export const linkQuestions: Questions = async (visit) => {
    const link = await visit.answerTo(one.link(visit.params.linkId ?? ''));
    return [
        ...performanceQuestions(visit, { link: [link.linkId] }, metricsOf(link)),
        recentClicksQuery(link.linkId),
        ...(link.creativeId ? [one.creative(link.creativeId)] : []),
        ...(link.marketingSourceId ? [one.marketingSource(link.marketingSourceId)] : []),
        firstAffiliates,
        queries.brands,
        queries.campaigns,
    ];
};
