import { useSearchState } from '@/ui/useSearchState';
import { Section } from '@/ui/PageHeader';
import { PlayersTable } from '../players/PlayersTable';
import type { Affiliate } from './affiliateRows';
import { affiliateRoute } from './routes';

export function PlayersTab({ affiliate }: { affiliate: Affiliate }) {
    const [search, setSearch] = useSearchState(affiliateRoute);
    return (
        <Section title="Players" description="All players of this affiliate, newest first.">
            <PlayersTable filters={{ affiliateId: affiliate.id }} cursor={search.cursor} setCursor={(cursor) => setSearch({ cursor })} hideAffiliate />
        </Section>
    );
}
