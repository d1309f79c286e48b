import { useSearchState } from '@/ui/useSearchState';
import { Section } from '@/ui/PageHeader';
import { usePermissions } from '@/session/session';
import { LinkButton } from '../../link';
import { LinksTable } from '../links/LinksTable';
import type { Affiliate } from './affiliateRows';
import { affiliateRoute } from './routes';

export function LinksTab({ affiliate }: { affiliate: Affiliate }) {
    const [search, setSearch] = useSearchState(affiliateRoute);
    const { write } = usePermissions();
    const create = write && (
        <LinkButton to="/links" search={{ affiliateId: affiliate.id, create: true }}>
            New link
        </LinkButton>
    );
    return (
        <Section title="Links" description="New players who come through these links are attributed to this affiliate." actions={create}>
            <LinksTable filters={{ affiliateId: affiliate.id }} cursor={search.cursor} setCursor={(cursor) => setSearch({ cursor })} hide={['affiliate']} />
        </Section>
    );
}
