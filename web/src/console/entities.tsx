import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { oneAffiliate, useAffiliateNames } from './affiliateNames';
import { Link } from './link';

const of = (id: string) => ({ params: { path: { id } } });

// Queries of one object by its id. Keys begin with the resource, so that a change also updates its page.
export const one = {
    affiliate: oneAffiliate,
    link: (id: string) => queryOptions({ queryKey: ['links', 'one', id], queryFn: () => take(api.GET('/links/{id}', of(id))) }),
    campaign: (id: string) => queryOptions({ queryKey: ['campaigns', 'one', id], queryFn: () => take(api.GET('/campaigns/{id}', of(id))) }),
    creative: (id: string) => queryOptions({ queryKey: ['creatives', 'one', id], queryFn: () => take(api.GET('/creatives/{id}', of(id))) }),
    player: (id: string) => queryOptions({ queryKey: ['players', 'one', id], queryFn: () => take(api.GET('/players/{id}', of(id))) }),
    marketingSource: (id: string) =>
        queryOptions({ queryKey: ['marketing-sources', 'one', id], queryFn: () => take(api.GET('/marketing-sources/{id}', of(id))) }),
};

// The name of a link, or its code if it has none.
export const linkName = (link: { name: string | null; code: string }): string => link.name || link.code;

export const useAffiliateName = (id: string | null | undefined): string => useAffiliateNames().nameOf(id);

interface NameLinkProps {
    id: string | null | undefined;
    // Within a sentence a link needs more than its colour, so it is underlined.
    inText?: boolean;
}

export function AffiliateLink({ id, inText }: NameLinkProps) {
    const name = useAffiliateName(id);
    if (!id) return <span>–</span>;
    return (
        <Link to="/affiliates/$affiliateId" params={{ affiliateId: id }} inherit underline={inText ? 'always' : 'hover'}>
            {name || '…'}
        </Link>
    );
}

// Reports name affiliates. A name that only one affiliate has becomes a link to its page.
export function NamedAffiliateLink({ name }: { name: string }) {
    const { items, complete, isPending } = useAffiliateNames();
    const listed = items.filter((item) => item.name === name);
    const found = useQuery({
        queryKey: ['affiliates', 'named', name],
        queryFn: () => take(api.GET('/affiliates', { params: { query: { limit: 2, name } } })),
        // Organic players are also a row.
        enabled: !isPending && !complete && name !== '(organic)',
    });
    const [only, another] = complete ? listed : (found.data?.items ?? []);
    if (!only || another) return <>{name}</>;
    return (
        <Link to="/affiliates/$affiliateId" params={{ affiliateId: only.id }} size="sm" c="var(--mantine-color-text)" fw={500}>
            {name}
        </Link>
    );
}

export function TrackingLinkLink({ id, inText }: NameLinkProps) {
    const found = useQuery({ ...one.link(id ?? ''), enabled: Boolean(id) });
    if (!id) return <span>–</span>;
    return (
        <Link to="/links/$linkId" params={{ linkId: id }} inherit underline={inText ? 'always' : 'hover'}>
            {found.data ? linkName(found.data) : '…'}
        </Link>
    );
}
