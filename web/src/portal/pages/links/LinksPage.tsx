import { Button, Group, Text } from '@mantine/core';
import { IconLink, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { CopyButton } from '@/ui/copy';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, FilterSelect } from '@/ui/FilterBar';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { EmptyState } from '@/ui/states';
import { StatusBadge } from '@/ui/StatusBadge';
import { useSearchState } from '@/ui/useSearchState';
import { queries, type Link } from '../../api';
import { linkTo, useNavigate } from '../../link';
import { mayCreate, useAffiliate, useNames } from '../../me';
import { StatusNotice } from '../dashboard/StatusNotice';
import { LinkDrawer } from './LinkDrawer';
import { linksRoute } from './routes';

function useColumns(): Column<Link>[] {
    const names = useNames();
    const campaigns = useQuery(queries.campaigns);
    const sources = useQuery(queries.sources);
    const nameIn = (items: { id: string; name: string }[] | undefined, id: string | null) => items?.find((item) => item.id === id)?.name ?? '–';
    return [
        {
            key: 'name',
            header: 'Name',
            cell: (link) => (
                <>
                    {link.name ?? link.code}
                    <Text size="xs" c="dimmed" fw={400} title={link.destinationUrl}>
                        {link.destinationUrl.replace(/^https?:\/\//, '')}
                    </Text>
                </>
            ),
        },
        { key: 'brand', header: 'Brand', cell: (link) => names.brand(link.brandId) ?? '–' },
        { key: 'campaign', header: 'Campaign', cell: (link) => nameIn(campaigns.data, link.campaignId), hideOnPhone: true },
        { key: 'source', header: 'Marketing source', cell: (link) => nameIn(sources.data, link.marketingSourceId), hideOnPhone: true },
        { key: 'status', header: 'Status', cell: (link) => <StatusBadge status={link.status} />, width: 100 },
        {
            key: 'copy',
            header: '',
            width: 130,
            cell: (link) => (
                <Group justify="flex-end">
                    <CopyButton value={link.shortUrl} label="Copy link" withText />
                </Group>
            ),
        },
    ];
}

export default function LinksPage() {
    const [search, setSearch] = useSearchState(linksRoute);
    const navigate = useNavigate();
    const { me } = useAffiliate();
    const { brandId, status, create } = search;
    const columns = useColumns();
    const { query, pager } = usePagedQuery({
        queryKey: ['links', 'list', { brandId, status }],
        read: (cursor) => take(api.GET('/portal/links', { params: { query: { limit: 50, cursor, brandId, status } } })),
        cursor: search.cursor,
        setCursor: (cursor) => setSearch({ cursor }),
    });
    const filtered = Boolean(brandId ?? status);
    const makeLink = mayCreate(me) && (
        <Button leftSection={<IconPlus size={16} />} onClick={() => setSearch({ create: true })}>
            New link
        </Button>
    );
    return (
        <>
            <PageHeader
                title="Links"
                description="Clicks on your links count for you. Create a link for each place where you use one, and compare them in reports."
                actions={makeLink}
            />
            {me && <StatusNotice me={me} />}
            {(filtered || pager.hasNext || pager.hasPrevious || (query.data?.length ?? 0) > 5) && (
                <FilterBar active={filtered} onClear={() => setSearch({ brandId: undefined, status: undefined })}>
                    <FilterSelect label="Brand" data={(me?.brands ?? []).map((brand) => ({ value: brand.id, label: brand.name }))} value={brandId} onChange={(chosen) => setSearch({ brandId: chosen })} />
                    <FilterSelect
                        label="Status"
                        data={[
                            { value: 'active', label: 'Active' },
                            { value: 'inactive', label: 'Inactive' },
                        ]}
                        value={status}
                        onChange={(chosen) => setSearch({ status: chosen as Link['status'] | undefined })}
                    />
                </FilterBar>
            )}
            <DataTable
                label="Links"
                columns={columns}
                query={query}
                pager={pager}
                rowKey={(link) => link.linkId}
                rowLink={(link) => linkTo({ to: '/links/$linkId', params: { linkId: link.linkId } })}
                empty={
                    filtered ? (
                        <EmptyState title="No link matches" icon={IconLink} />
                    ) : (
                        <EmptyState title="No links yet" icon={IconLink} action={makeLink}>
                            A link leads visitors to the brand and records that you sent them.
                        </EmptyState>
                    )
                }
            />
            <LinkDrawer
                opened={Boolean(create) && mayCreate(me)}
                onClose={() => setSearch({ create: undefined })}
                link={null}
                brandId={brandId}
                onSaved={(link) => void navigate({ to: '/links/$linkId', params: { linkId: link.linkId } })}
            />
        </>
    );
}
