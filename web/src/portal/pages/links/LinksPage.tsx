import { Button, Group, Text } from '@mantine/core';
import { IconLink, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { DateSpan } from '@/format/period';
import { useFormat } from '@/format/useFormat';
import { CopyButton } from '@/ui/copy';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, FilterSelect } from '@/ui/FilterBar';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { PeriodPicker, usePeriod } from '@/ui/PeriodPicker';
import { EmptyState } from '@/ui/states';
import { StatusBadge, statusLabel, statusOptions } from '@/ui/StatusBadge';
import { useSearchState } from '@/ui/useSearchState';
import { queries, type Link } from '../../api';
import { linkTo, useNavigate } from '../../link';
import { mayCreate, useAffiliate, useNames } from '../../me';
import { metricName } from '../../metrics';
import { StatusNotice } from '../dashboard/StatusNotice';
import { LinkDrawer } from './LinkDrawer';
import { linkList, numbersQuery, shownMetrics } from './questions';
import { linksRoute } from './routes';

// The numbers of the links on one page, found by the name or code that reports show. Null if two links have the same name.
function useNumbers(links: Link[] | undefined, span: DateSpan) {
    const { data } = useQuery({ ...numbersQuery(links ?? [], span), enabled: links !== undefined && links.length > 0 });
    const byName = new Map<string, Record<string, number> | null>();
    for (const { groupKeys, metrics } of data?.rows ?? []) byName.set(groupKeys.link ?? '', byName.has(groupKeys.link ?? '') ? null : metrics);
    const called = (link: Link) => link.name ?? link.code;
    const shared = new Set((links ?? []).map(called).filter((name, index, all) => all.indexOf(name) !== index));
    return (link: Link): Record<string, number> | null | undefined => (!data ? undefined : shared.has(called(link)) ? null : byName.has(called(link)) ? byName.get(called(link)) : {});
}

function useNumberColumns(links: Link[] | undefined, span: DateSpan): Column<Link>[] {
    const format = useFormat();
    const numbersOf = useNumbers(links, span);
    return shownMetrics.map((metric) => ({
        key: metric,
        header: metricName(metric),
        numeric: true,
        hideOnPhone: metric === 'registration_count',
        sortValue: (link) => {
            const numbers = numbersOf(link);
            return numbers ? (numbers[metric] ?? 0) : null;
        },
        cell: (link) => {
            const numbers = numbersOf(link);
            if (numbers === undefined) return '…';
            if (numbers === null) return '–';
            return metric === 'total_reward' ? format.money(numbers[metric] ?? 0) : format.number(numbers[metric] ?? 0);
        },
    }));
}

function useColumns(numbers: Column<Link>[]): Column<Link>[] {
    const names = useNames();
    const campaigns = useQuery(queries.campaigns);
    const sources = useQuery(queries.sources);
    const nameIn = (items: { id: string; name: string }[] | undefined, id: string | null) => items?.find((item) => item.id === id)?.name;
    return [
        {
            key: 'name',
            header: 'Name',
            sortValue: (link) => link.name ?? link.code,
            cell: (link) => (
                <>
                    {link.name ?? link.code}
                    <Text size="xs" c="dimmed" fw={400} title={link.destinationUrl}>
                        {link.destinationUrl.replace(/^https?:\/\//, '')}
                    </Text>
                </>
            ),
        },
        { key: 'brand', header: 'Brand', sortValue: (link) => names.brand(link.brandId), cell: (link) => names.brand(link.brandId) ?? '–' },
        { key: 'campaign', header: 'Campaign', sortValue: (link) => nameIn(campaigns.data, link.campaignId), cell: (link) => nameIn(campaigns.data, link.campaignId) ?? '–', hideOnPhone: true },
        { key: 'source', header: 'Marketing source', sortValue: (link) => nameIn(sources.data, link.marketingSourceId), cell: (link) => nameIn(sources.data, link.marketingSourceId) ?? '–', hideOnPhone: true },
        ...numbers,
        { key: 'status', header: 'Status', sortValue: (link) => statusLabel(link.status), cell: (link) => <StatusBadge status={link.status} />, width: 100 },
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
    const { span } = usePeriod(search);
    const { query, pager } = usePagedQuery({
        ...linkList(search),
        setCursor: (cursor) => setSearch({ cursor }),
    });
    const columns = useColumns(useNumberColumns(query.data, span));
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
                description="Clicks on your links count for you. Create one link for each place where you advertise, and compare them in reports."
                actions={
                    <>
                        <PeriodPicker value={search} onChange={setSearch} />
                        {makeLink}
                    </>
                }
            />
            {me && <StatusNotice me={me} />}
            {(filtered || pager.hasNext || pager.hasPrevious || (query.data?.length ?? 0) > 5) && (
                <FilterBar active={filtered} onClear={() => setSearch({ brandId: undefined, status: undefined })}>
                    <FilterSelect label="Brand" data={(me?.brands ?? []).map((brand) => ({ value: brand.id, label: brand.name }))} value={brandId} onChange={(chosen) => setSearch({ brandId: chosen })} />
                    <FilterSelect
                        label="Status"
                        data={statusOptions('active', 'inactive')}
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
