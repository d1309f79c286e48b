import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, take } from '@/api/client';
import type { PeriodKind } from '@/format/statementPeriod';

export const oneAffiliate = (id: string) =>
    queryOptions({ queryKey: ['affiliates', 'one', id], queryFn: () => take(api.GET('/affiliates/{id}', { params: { path: { id } } })) });

// Most operators have no more affiliates, so one request gives all names. Further names are requested when needed.
export const firstAffiliates = queryOptions({
    queryKey: ['affiliates', 'first'],
    queryFn: () => take(api.GET('/affiliates', { params: { query: { limit: 200 } } })),
    staleTime: 60_000,
});

// The kinds of statement periods that affiliates have.
export function usePeriodKinds(): PeriodKind[] {
    const { data } = useQuery(firstAffiliates);
    return [...new Set<PeriodKind>(['month', ...(data?.items ?? []).map((item) => item.statementPeriod)])];
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

// The names of affiliates by id. A name that is not in the first list is requested while the page is drawn, and the page
// is drawn again when it arrives.
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
    // The name, '' while it loads, or the id if no affiliate has it.
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
