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
            A reference has to be given whole, as your platform sends it.
        </EmptyState>
    );
    return (
        <>
            <PageHeader title="Players" description="Everybody whom events speak of: who brought them, what they did, and what that paid." />
            <FilterBar active={filtered} onClear={() => setSearch({ externalRef: undefined, affiliateId: undefined, brandId: undefined })}>
                <FilterText label="Whole reference" value={search.externalRef} onChange={(externalRef) => setSearch({ externalRef })} />
                <AffiliateFilter value={search.affiliateId} onChange={(affiliateId) => setSearch({ affiliateId })} />
                <FilterSelect label="Brand" data={brands.options} value={search.brandId} onChange={(brandId) => setSearch({ brandId })} />
            </FilterBar>
            <PlayersTable filters={filters} cursor={cursor} setCursor={(at) => setSearch({ cursor: at })} empty={none || undefined} />
        </>
    );
}
