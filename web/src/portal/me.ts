import { useQuery } from '@tanstack/react-query';
import { queries, type PortalMe } from './api';

// The affiliate with its brands and deals. Undefined while it loads.
export function useAffiliate() {
    const { data, error, refetch } = useQuery(queries.me);
    return { me: data, error, retry: () => void refetch() };
}

const nameOf = (items: { id: string; name: string }[] | undefined, id: string | null): string | null =>
    items?.find((item) => item.id === id)?.name ?? null;

// Names by id. An inactive brand has no name here.
export function useNames() {
    const { me } = useAffiliate();
    return {
        brand: (id: string | null) => nameOf(me?.brands, id),
        deal: (id: string | null) => nameOf(me?.deals, id),
    };
}

// Only approved affiliates may create links.
export const mayCreate = (me: PortalMe | undefined): boolean => me?.affiliate.status === 'approved';
