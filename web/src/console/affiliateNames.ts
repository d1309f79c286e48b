import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, take } from '@/api/client';

export const oneAffiliate = (id: string) =>
    queryOptions({ queryKey: ['affiliates', 'one', id], queryFn: () => take(api.GET('/affiliates/{id}', { params: { path: { id } } })) });

// Most programmes have no more, so that names and choices come with one question; the rest is asked for as needed.
export const firstAffiliates = queryOptions({
    queryKey: ['affiliates', 'first'],
    queryFn: () => take(api.GET('/affiliates', { params: { query: { limit: 200 } } })),
    staleTime: 60_000,
});

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

// The names of affiliates by their ids. A page asks for what it shows while it is drawn; what is not among the first
// is then asked for one by one, and the page drawn anew.
export function useAffiliateNames() {
    const { data, isPending } = useQuery(firstAffiliates);
    const items = data?.items ?? [];
    const complete = data?.nextCursor === null;
    const wanted = useRef(new Set<string>());
    const [asked, setAsked] = useState<string[]>([]);
    const answers = useQueries({ queries: asked.map((id) => ({ ...oneAffiliate(id), staleTime: 60_000 })) });
    useEffect(() => {
        if (wanted.current.size > asked.length) setAsked([...wanted.current]);
    });
    // The name, or nothing while it is on its way, or the id of what is no affiliate.
    const nameOf = (id: string | null | undefined): string => {
        if (!id) return '';
        const listed = items.find((item) => item.id === id);
        if (listed) return listed.name;
        if (isPending) return '';
        if (!data || complete || !isId(id)) return id;
        wanted.current.add(id);
        const answer = answers[asked.indexOf(id)];
        return answer?.data?.name ?? (answer?.isError ? id : '');
    };
    return { items, complete, isPending, nameOf };
}
