import { IconUserStar } from '@tabler/icons-react';
import { useBrandNames } from '@/api/queries';
import { FilterBar, FilterSelect, FilterText } from '@/ui/FilterBar';
import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';
import { useSearchState } from '@/ui/useSearchState';
import { AffiliateFilter } from '../../AffiliateSelect';
import { PlayersTable } from './PlayersTable';
import { playersRoute } from './routes';

export default function PlayersPage() {
    const [search, setSearch] = useSearchState(playersRoute);
    const brands = useBrandNames();
    const { cursor, ...filters } = search;
    const filtered = Object.values(filters).some(Boolean);
    const none = filtered && (
        <EmptyState title="No player matches" icon={IconUserStar}>
            Enter the start of the player’s reference, or the full portal name such as Player 84b9abfd.
        </EmptyState>
    );
    return (
        <>
            <PageHeader title="Players" description="All players in your events, with their attribution and their results." />
            <FilterBar active={filtered} onClear={() => setSearch({ search: undefined, affiliateId: undefined, brandId: undefined })}>
                <FilterText label="Reference or portal name" value={search.search} onChange={(typed) => setSearch({ search: typed })} width={220} />
                <AffiliateFilter value={search.affiliateId} onChange={(affiliateId) => setSearch({ affiliateId })} />
                <FilterSelect label="Brand" data={brands.options} value={search.brandId} onChange={(brandId) => setSearch({ brandId })} />
            </FilterBar>
            <PlayersTable filters={filters} cursor={cursor} setCursor={(at) => setSearch({ cursor: at })} empty={none || undefined} />
        </>
    );
}
