import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { useAffiliateNames } from '@/api/queries';
import { Link } from '@/ui/Link';

const of = (id: string) => ({ params: { path: { id } } });

// One thing by its id. Keys begin with the resource, so that a change of it reaches its page.
export const one = {
    affiliate: (id: string) => queryOptions({ queryKey: ['affiliates', 'one', id], queryFn: () => take(api.GET('/affiliates/{id}', of(id))) }),
    link: (id: string) => queryOptions({ queryKey: ['links', 'one', id], queryFn: () => take(api.GET('/links/{id}', of(id))) }),
    campaign: (id: string) => queryOptions({ queryKey: ['campaigns', 'one', id], queryFn: () => take(api.GET('/campaigns/{id}', of(id))) }),
    creative: (id: string) => queryOptions({ queryKey: ['creatives', 'one', id], queryFn: () => take(api.GET('/creatives/{id}', of(id))) }),
    player: (id: string) => queryOptions({ queryKey: ['players', 'one', id], queryFn: () => take(api.GET('/players/{id}', of(id))) }),
    marketingSource: (id: string) =>
        queryOptions({ queryKey: ['marketing-sources', 'one', id], queryFn: () => take(api.GET('/marketing-sources/{id}', of(id))) }),
};

// A link's name, or its code where it has none.
export const linkName = (link: { name: string | null; code: string }): string => link.name || link.code;

// The name of an affiliate. Those beyond the list that names are taken from are asked for one by one.
export function useAffiliateName(id: string | null | undefined): string {
    const { items, isPending, nameOf } = useAffiliateNames();
    const listed = items.some((item) => item.id === id);
    const asked = useQuery({ ...one.affiliate(id ?? ''), enabled: Boolean(id) && !isPending && !listed });
    return listed ? nameOf(id) : (asked.data?.name ?? '');
}

interface NameLinkProps {
    id: string | null | undefined;
    // Within a sentence colour alone does not tell a link from words.
    inText?: boolean;
}

export function AffiliateLink({ id, inText }: NameLinkProps) {
    const name = useAffiliateName(id);
    if (!id) return <span>–</span>;
    return (
        <Link to="/affiliates/$affiliateId" params={{ affiliateId: id } as never} inherit underline={inText ? 'always' : 'hover'}>
            {name || '…'}
        </Link>
    );
}

export function TrackingLinkLink({ id, inText }: NameLinkProps) {
    const found = useQuery({ ...one.link(id ?? ''), enabled: Boolean(id) });
    if (!id) return <span>–</span>;
    return (
        <Link to="/links/$linkId" params={{ linkId: id } as never} inherit underline={inText ? 'always' : 'hover'}>
            {found.data ? linkName(found.data) : '…'}
        </Link>
    );
}
