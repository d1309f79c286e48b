import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { queries } from '@/api/queries';
import { readPart } from '@/api/reading';
import type { Questions } from '@/routing';
import { pagedQuery } from '@/ui/pager';
import { firstAffiliates } from '../../affiliateNames';
import { one } from '../../entities';

export interface PlayerFilters {
    affiliateId?: string;
    brandId?: string;
    search?: string;
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

export const whyQuery = (id: string) => queryOptions({ queryKey: ['players', 'why', id], queryFn: () => take(api.GET('/players/{id}/why', { params: { path: { id } } })) });

export const eventsOf = (id: string, cursor: string | undefined) => ({
    queryKey: ['players', 'events', id],
    read: (at: string | undefined) => take(api.GET('/players/{id}/events', { params: { path: { id }, query: { limit: 50, cursor: at } } })),
    cursor,
});

// In parts, because a player with many wagers can have tens of thousands of accruals.
export const accrualsOf = (playerId: string) =>
    infiniteQueryOptions({
        queryKey: ['accruals', 'parts', { playerId }],
        queryFn: ({ pageParam }) => readPart((cursor) => take(api.GET('/accruals', { params: { query: { playerId, limit: 200, cursor } } })), pageParam),
        initialPageParam: undefined as string | undefined,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
    });

export const playerQuestions: Questions = ({ search, params }) => {
    const id = params.playerId ?? '';
    return [one.player(id), whyQuery(id), pagedQuery(eventsOf(id, search.cursor as string | undefined)), accrualsOf(id), firstAffiliates, queries.brands];
};
