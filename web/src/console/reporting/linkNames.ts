import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';

type Link = Schema<'Link'>;

const nameOfLink = (link: Link) => link.name || link.code;

export const firstLinks = queryOptions({
    queryKey: ['links', 'first'],
    queryFn: () => take(api.GET('/links', { params: { query: { limit: 200 } } })),
    staleTime: 60_000,
});

// The names of links by id. An operator can have thousands, so the first page is loaded for all, and each further link is
// loaded once when it is needed.
export function useLinkNames(ids: (string | null)[]): (id: string | null) => string {
    const first = useQuery(firstLinks);
    const known = new Map((first.data?.items ?? []).map((link) => [link.linkId, nameOfLink(link)]));
    const wanted = [...new Set(ids)].filter((id): id is string => id !== null && first.data !== undefined && !known.has(id));
    const others = useQueries({
        queries: wanted.map((id) => ({
            queryKey: ['links', id],
            queryFn: () => take(api.GET('/links/{id}', { params: { path: { id } } })),
            staleTime: 300_000,
        })),
    });
    others.forEach((other) => other.data && known.set(other.data.linkId, nameOfLink(other.data)));
    return (id) => (id === null ? '' : (known.get(id) ?? ''));
}
