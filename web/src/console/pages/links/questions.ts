import { api, take, type Schema } from '@/api/client';
import { queries } from '@/api/queries';
import type { Questions } from '@/routing';
import { pagedQuery } from '@/ui/pager';
import { firstAffiliates } from '../../affiliateNames';

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
