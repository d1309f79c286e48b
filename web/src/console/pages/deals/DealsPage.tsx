import { Badge, Group } from '@mantine/core';
import { IconPlus, IconScale, IconTimelineEvent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { useBrandNames } from '@/api/queries';
import { useFormat } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { DataTable, type Column } from '@/ui/DataTable';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { EmptyState } from '@/ui/states';
import { useSearchState } from '@/ui/useSearchState';
import { countryName } from '@/format/country';
import { LinkButton, linkTo } from '../../link';
import type { Deal } from './formValues';
import { dealsRoute } from './routes';
import { allAffiliates, useDealHolders } from './useDealHolders';
import { DealPays, firstTerms } from '@/deals/PaysToday';
import { kindOf, scopeWords } from '@/deals/words';

function Holders({ deal }: { deal: Deal }) {
    const holders = useDealHolders(deal.id);
    if (!holders) return null;
    return <>{`${holders.affiliates.length}${holders.complete ? '' : '+'}`}</>;
}

function useColumns(): Column<Deal>[] {
    const brands = useBrandNames();
    const format = useFormat();
    // One request for all rows, shared by their cells.
    const affiliates = useQuery(allAffiliates).data;
    const scope = (deal: Deal) => scopeWords({ brands: (deal.scope?.brandIds ?? []).map(brands.nameOf), countries: deal.scope?.countries ?? [] }, { country: countryName });
    return [
        {
            key: 'name',
            header: 'Name',
            sortValue: (deal) => deal.name,
            cell: (deal) => (
                <Group gap={8} component="span" display="inline-flex">
                    {deal.name}
                    {deal.isDefault && <Badge color="blue">Default</Badge>}
                </Group>
            ),
        },
        { key: 'kind', header: 'Kind', sortValue: (deal) => kindOf(firstTerms(deal)), cell: (deal) => kindOf(firstTerms(deal)) },
        { key: 'pays', header: 'Pays', cell: (deal) => <DealPays deal={deal} /> },
        {
            key: 'scope',
            header: 'Scope',
            sortValue: scope,
            cell: (deal) => (
                <span className="fl-dimmed">
                    {scope(deal)}
                </span>
            ),
            hideOnPhone: true,
        },
        { key: 'affiliates', header: 'Affiliates', sortValue: (deal) => affiliates?.filter(({ dealIds }) => dealIds.includes(deal.id)).length, numeric: true, cell: (deal) => <Holders deal={deal} /> },
        {
            key: 'version',
            header: 'Version',
            sortValue: (deal) => deal.inForce?.version,
            numeric: true,
            cell: (deal) => (
                <span title={deal.inForce?.effectiveFrom ? `In force from ${format.plainDate(deal.inForce.effectiveFrom)}` : 'In force from the beginning'}>{deal.inForce?.version}</span>
            ),
            hideOnPhone: true,
        },
    ];
}

export default function DealsPage() {
    const [search, setSearch] = useSearchState(dealsRoute);
    const { write } = usePermissions();
    const columns = useColumns();
    const { query, pager } = usePagedQuery({
        queryKey: ['deals', 'list'],
        read: (cursor) => take(api.GET('/deals', { params: { query: { limit: 50, cursor } } })),
        cursor: search.cursor,
        setCursor: (cursor) => setSearch({ cursor }),
    });
    const create = write && (
        <LinkButton to="/deals/new" leftSection={<IconPlus size={16} />}>
            New deal
        </LinkButton>
    );
    return (
        <>
            <PageHeader title="Deals" description="A deal says what affiliates earn. New terms create a new version. Previous versions do not change." actions={
                    <>
                        <LinkButton to="/deals/simulate" variant="default" leftSection={<IconTimelineEvent size={16} />}>
                            Simulate
                        </LinkButton>
                        {create}
                    </>
                } />
            <DataTable
                label="Deals"
                columns={columns}
                query={query}
                pager={pager}
                rowKey={(deal) => deal.id}
                rowLink={(deal) => linkTo({ to: '/deals/$dealId', params: { dealId: deal.id } })}
                empty={
                    <EmptyState title="No deals yet" icon={IconScale} action={create}>
                        Without a deal, affiliates earn nothing. A default deal applies to all affiliates without a deal of their own.
                    </EmptyState>
                }
            />
        </>
    );
}
