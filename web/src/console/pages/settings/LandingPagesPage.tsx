import { Button, Text } from '@mantine/core';
import { IconBrowser, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { api, take } from '@/api/client';
import { useBrandNames } from '@/api/queries';
import { usePermissions } from '@/session/session';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, FilterSelect } from '@/ui/FilterBar';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { EmptyState } from '@/ui/states';
import { StatusBadge, statusLabel, statusOptions } from '@/ui/StatusBadge';
import { Drawer } from '@/ui/unsaved';
import { useSearchState } from '@/ui/useSearchState';
import { LandingPageForm, type LandingPage } from './LandingPageForm';
import { landingPagesRoute } from './routes';

const statuses = statusOptions('active', 'inactive');

function useColumns(): Column<LandingPage>[] {
    const brands = useBrandNames();
    return [
        { key: 'name', header: 'Name', sortValue: (page) => page.name, cell: (page) => page.name },
        { key: 'url', header: 'URL', sortValue: (page) => page.url, cell: (page) => <span className="fl-dimmed">{page.url}</span> },
        { key: 'brand', header: 'Brand', sortValue: (page) => brands.nameOf(page.brandId), cell: (page) => brands.nameOf(page.brandId), hideOnPhone: true },
        { key: 'status', header: 'Status', sortValue: (page) => statusLabel(page.status), cell: (page) => <StatusBadge status={page.status} />, width: 110 },
    ];
}

// The pages of brands that links choose from.
export default function LandingPagesPage() {
    const [search, setSearch] = useSearchState(landingPagesRoute);
    const [edited, setEdited] = useState<LandingPage | 'new' | null>(null);
    const { write } = usePermissions();
    const brands = useBrandNames();
    const { brandId, status } = search;
    const { query, pager } = usePagedQuery({
        queryKey: ['landing-pages', { brandId, status }],
        read: (cursor) => take(api.GET('/landing-pages', { params: { query: { limit: 50, cursor, brandId, status } } })),
        cursor: search.cursor,
        setCursor: (cursor) => setSearch({ cursor }),
    });
    const create = write && (
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            New landing page
        </Button>
    );
    const close = () => setEdited(null);
    const filtered = Boolean(brandId || status);
    return (
        <>
            <PageHeader title="Landing pages" description="The pages of a brand that you and your affiliates choose when you create a link." actions={create} />
            <FilterBar active={filtered} onClear={() => setSearch({ brandId: undefined, status: undefined })}>
                <FilterSelect label="Brand" data={brands.options} value={brandId} onChange={(value) => setSearch({ brandId: value })} />
                <FilterSelect label="Status" data={statuses} value={status} onChange={(value) => setSearch({ status: value as typeof status })} />
            </FilterBar>
            <DataTable
                label="Landing pages"
                columns={useColumns()}
                query={query}
                pager={pager}
                rowKey={(page) => page.id}
                onRowClick={write ? setEdited : undefined}
                empty={
                    filtered ? (
                        <EmptyState title="No landing page matches" icon={IconBrowser} />
                    ) : (
                        <EmptyState title="No landing pages yet" icon={IconBrowser} action={create}>
                            Add the pages that links should lead to, for example the welcome offer. Then nobody has to type their URLs.
                        </EmptyState>
                    )
                }
            />
            <Drawer opened={edited !== null} onClose={close} title={<Text fw={600}>{edited === 'new' ? 'New landing page' : 'Edit landing page'}</Text>}>
                {edited && <LandingPageForm page={edited === 'new' ? null : edited} brandId={brandId} onClose={close} />}
            </Drawer>
        </>
    );
}
