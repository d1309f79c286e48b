import { useQuery } from '@tanstack/react-query';
import { queries, type PortalMe } from './api';

// The affiliate with the brands and deals that are open to it. Undefined while it is on its way.
export function useAffiliate() {
    const { data, error, refetch } = useQuery(queries.me);
    return { me: data, error, retry: () => void refetch() };
}

const nameOf = (items: { id: string; name: string }[] | undefined, id: string | null): string | null =>
    items?.find((item) => item.id === id)?.name ?? null;

// Names instead of ids. What is no longer active has no name here and is spoken of in general.
export function useNames() {
    const { me } = useAffiliate();
    return {
        brand: (id: string | null) => nameOf(me?.brands, id),
        deal: (id: string | null) => nameOf(me?.deals, id),
    };
}

// Only approved affiliates may make links.
export const mayCreate = (me: PortalMe | undefined): boolean => me?.affiliate.status === 'approved';
