import { Button, Text } from '@mantine/core';
import { IconBuildingStore, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { api, take, type Schema } from '@/api/client';
import { usePermissions } from '@/session/session';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, FilterSelect } from '@/ui/FilterBar';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { EmptyState } from '@/ui/states';
import { StatusBadge, statusLabel, statusOptions } from '@/ui/StatusBadge';
import { useSearchState } from '@/ui/useSearchState';
import { Drawer } from '@/ui/unsaved';
import { BrandAttribution } from './BrandAttribution';
import { BrandForm } from './BrandForm';
import { fallbackLabels, ngrLabels } from './brandWords';
import { brandsRoute } from './routes';

type Brand = Schema<'Brand'>;

const columns: Column<Brand>[] = [
    { key: 'name', header: 'Name', sortValue: (brand) => brand.name, cell: (brand) => brand.name },
    { key: 'websiteUrl', header: 'Website', sortValue: (brand) => brand.websiteUrl, cell: (brand) => <span className="fl-dimmed">{brand.websiteUrl ?? '–'}</span> },
    { key: 'window', header: 'Attribution window', sortValue: (brand) => brand.attributionWindowDays, numeric: true, cell: (brand) => `${brand.attributionWindowDays} days` },
    { key: 'fallback', header: 'Fallback', sortValue: (brand) => fallbackLabels[brand.attributionFallback], cell: (brand) => fallbackLabels[brand.attributionFallback] },
    { key: 'ngrMode', header: 'NGR events', sortValue: (brand) => ngrLabels[brand.ngrMode], cell: (brand) => ngrLabels[brand.ngrMode], hideOnPhone: true },
    { key: 'status', header: 'Status', sortValue: (brand) => statusLabel(brand.status), cell: (brand) => <StatusBadge status={brand.status} />, width: 110 },
];

// An example for list pages: filters and cursor are in the URL, the filters are part of the query key, and a drawer edits a row.
export default function BrandsPage() {
    const [search, setSearch] = useSearchState(brandsRoute);
    const [edited, setEdited] = useState<Brand | 'new' | null>(null);
    const { write } = usePermissions();
    const status = search.status as Brand['status'] | undefined;
    const { query, pager } = usePagedQuery({
        queryKey: ['brands', { status }],
        read: (cursor) => take(api.GET('/brands', { params: { query: { limit: 50, cursor, status } } })),
        cursor: search.cursor,
        setCursor: (cursor) => setSearch({ cursor }),
    });
    const create = write && (
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            New brand
        </Button>
    );
    const close = () => setEdited(null);
    return (
        <>
            <PageHeader title="Brands" description="The casinos and sportsbooks where players register. Events name their brand by its id." actions={create} />
            <FilterBar active={Boolean(status)} onClear={() => setSearch({ status: undefined })}>
                <FilterSelect
                    label="Status"
                    data={statusOptions('active', 'inactive')}
                    value={status}
                    onChange={(chosen) => setSearch({ status: chosen })}
                />
            </FilterBar>
            <DataTable
                label="Brands"
                columns={columns}
                query={query}
                pager={pager}
                rowKey={(brand) => brand.id}
                onRowClick={write ? setEdited : undefined}
                empty={
                    status ? (
                        <EmptyState title="No brand has this status" icon={IconBuildingStore} />
                    ) : (
                        <EmptyState title="No brands yet" icon={IconBuildingStore} action={create}>
                            Create a brand first, because links lead to brands.
                        </EmptyState>
                    )
                }
            />
            <BrandAttribution />
            <Drawer opened={edited !== null} onClose={close} title={<Text fw={600}>{edited === 'new' ? 'New brand' : 'Edit brand'}</Text>}>
                {edited && <BrandForm brand={edited === 'new' ? null : edited} onClose={close} />}
            </Drawer>
        </>
    );
}
