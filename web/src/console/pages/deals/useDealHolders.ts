import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { readAll } from '@/api/queries';

interface Holders {
    affiliates: Schema<'Affiliate'>[];
    // False if there are more affiliates than the limit.
    complete: boolean;
}

// The API has no filter by deal, so this reads all affiliates up to a limit.
export const allAffiliates = queryOptions({
    queryKey: ['affiliates', 'all'],
    queryFn: () => readAll((cursor) => take(api.GET('/affiliates', { params: { query: { limit: 200, cursor } } }))),
    staleTime: 60_000,
});

// The affiliates that have a deal.
export function useDealHolders(dealId: string): Holders | null {
    const { data } = useQuery(allAffiliates);
    if (!data) return null;
    return { affiliates: data.filter((affiliate) => affiliate.dealIds.includes(dealId)), complete: data.length < 2000 };
}
