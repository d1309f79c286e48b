import { QueryClient, queryOptions, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { api, ApiError, onSessionLost, take } from './client';
import { readAll } from './reading';

export function createQueryClient(): QueryClient {
    const client = new QueryClient({
        defaultOptions: {
            queries: {
                staleTime: 15_000,
                // Retry only if there was no answer or the server failed. Other errors would repeat.
                retry: (count, error) => count < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 502),
            },
        },
    });
    // Reloading the session opens the login page if the session has ended.
    onSessionLost(() => void client.invalidateQueries({ queryKey: ['me'] }));
    return client;
}

export { readAll };

const list = 200;

// Keys are [resource, …]. A change of a brand invalidates ['brands'], and with it every list and page that shows brands.
export const queries = {
    operator: queryOptions({ queryKey: ['operator'], queryFn: () => take(api.GET('/operator')) }),
    brands: queryOptions({
        queryKey: ['brands', 'all'],
        queryFn: () => readAll((cursor) => take(api.GET('/brands', { params: { query: { limit: list, cursor } } }))),
        staleTime: 60_000,
    }),
    campaigns: queryOptions({
        queryKey: ['campaigns', 'all'],
        queryFn: () => readAll((cursor) => take(api.GET('/campaigns', { params: { query: { limit: list, cursor } } }))),
        staleTime: 60_000,
    }),
    landingPages: queryOptions({
        queryKey: ['landing-pages', 'all'],
        queryFn: () => readAll((cursor) => take(api.GET('/landing-pages', { params: { query: { limit: list, cursor } } }))),
        staleTime: 60_000,
    }),
    deals: queryOptions({
        queryKey: ['deals', 'all'],
        queryFn: () => readAll((cursor) => take(api.GET('/deals', { params: { query: { limit: list, cursor } } }))),
        staleTime: 60_000,
    }),
    dimensions: queryOptions({
        queryKey: ['reports', 'dimensions'],
        queryFn: () => take(api.GET('/reports/dimensions')),
        staleTime: Infinity,
    }),
};

interface Named {
    id: string;
    name: string;
}

function useNames<Item extends Named>(options: UseQueryOptions<Item[], Error, Item[], string[]>) {
    const { data, isPending } = useQuery(options);
    return {
        items: data ?? [],
        isPending,
        // The name, '' while the list loads, or the id if the list does not have it.
        nameOf: (id: string | null | undefined): string => {
            if (!id) return '';
            const found = data?.find((item) => item.id === id);
            return found ? found.name : isPending ? '' : id;
        },
        // For Mantine's Select and MultiSelect.
        options: (data ?? []).map((item) => ({ value: item.id, label: item.name })),
    };
}

export const useBrandNames = () => useNames(queries.brands as UseQueryOptions<Named[], Error, Named[], string[]>);
export const useCampaignNames = () => useNames(queries.campaigns as UseQueryOptions<Named[], Error, Named[], string[]>);
export const useDealNames = () => useNames(queries.deals as UseQueryOptions<Named[], Error, Named[], string[]>);
