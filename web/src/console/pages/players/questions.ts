import { api, take } from '@/api/client';
import { queries } from '@/api/queries';
import type { Questions } from '@/routing';
import { pagedQuery } from '@/ui/pager';
import { firstAffiliates } from '../../affiliateNames';

export interface PlayerFilters {
    affiliateId?: string;
    brandId?: string;
    externalRef?: string;
}

export const playerList = (filters: PlayerFilters, cursor: string | undefined) => ({
    queryKey: ['players', 'list', filters],
    read: (at: string | undefined) => take(api.GET('/players', { params: { query: { limit: 50, cursor: at, ...filters } } })),
    cursor,
});

export const playersQuestions: Questions = ({ search }) => {
    const { cursor, ...filters } = search as PlayerFilters & { cursor?: string };
    return [pagedQuery(playerList(filters, cursor)), firstAffiliates, queries.brands];
};
