import { useSearchState } from '@/ui/useSearchState';
import { Section } from '@/ui/PageHeader';
import { PlayersTable } from '../players/PlayersTable';
import type { Affiliate } from './affiliateRows';
import { affiliateRoute } from './routes';

export function PlayersTab({ affiliate }: { affiliate: Affiliate }) {
    const [search, setSearch] = useSearchState(affiliateRoute);
    return (
        <Section title="Its players" description="Everybody this affiliate has brought, in the order in which they came.">
            <PlayersTable filters={{ affiliateId: affiliate.id }} cursor={search.cursor} setCursor={(cursor) => setSearch({ cursor })} hideAffiliate />
        </Section>
    );
}
