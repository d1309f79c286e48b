import { useQuery } from '@tanstack/react-query';
import type { Schema } from '@/api/client';
import { queries } from '@/api/queries';

interface Holders {
    affiliates: Schema<'Affiliate'>[];
    // False where there are more affiliates than are read.
    complete: boolean;
}

// The affiliates that have a deal, from the list of names that pages share.
export function useDealHolders(dealId: string): Holders | null {
    const { data } = useQuery(queries.affiliates);
    if (!data) return null;
    return { affiliates: data.filter((affiliate) => affiliate.dealIds.includes(dealId)), complete: data.length < 2000 };
}
