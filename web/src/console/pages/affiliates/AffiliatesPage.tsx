import { Button, Stack, Text } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useFormat } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, FilterSelect, FilterText } from '@/ui/FilterBar';
import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';
import { StatusBadge } from '@/ui/StatusBadge';
import { useSearchState } from '@/ui/useSearchState';
import { Drawer } from '@/ui/unsaved';
import { Link, LinkButton, linkTo, useNavigate } from '../../link';
import { wordsFor, writeCell } from '../../performance/metrics';
import { AffiliateForm } from './AffiliateForm';
import { useAffiliateRows, type AffiliateRow, type Status } from './affiliateRows';
import { shownMetrics } from './questions';
import { affiliatesRoute } from './routes';
import { statusOptions } from './statusWords';

function Statuses({ affiliate }: { affiliate: AffiliateRow['affiliate'] }) {
    return (
        <Stack gap={4} align="flex-start">
            <StatusBadge status={affiliate.status} />
            {affiliate.paymentHold && <StatusBadge status="held" label="Payments on hold" />}
        </Stack>
    );
}

function useColumns(): Column<AffiliateRow>[] {
    const format = useFormat();
    const metrics = shownMetrics.map((metric) => ({
        key: metric,
        header: wordsFor(metric).label,
        numeric: true,
        sort: metric,
        cell: ({ performance }: AffiliateRow) => writeCell(format, metric, performance),
        hideOnPhone: metric === 'registration_count',
    }));
    return [
        {
            key: 'name',
            header: 'Affiliate',
            sort: 'name',
            cell: ({ affiliate }) => (
                <>
                    {affiliate.name}
                    <Text span display="block" size="xs" c="dimmed" fw={400}>
                        {affiliate.email}
                    </Text>
                </>
            ),
        },
        { key: 'status', header: 'Status', width: 130, cell: ({ affiliate }) => <Statuses affiliate={affiliate} /> },
        ...metrics,
    ];
}

function NoAffiliates({ filtered, create }: { filtered: boolean; create: React.ReactNode }) {
    return filtered ? (
        <EmptyState title="No affiliate matches" icon={IconUsersGroup}>
            Try another name or status.
        </EmptyState>
    ) : (
        <EmptyState title="No affiliates yet" icon={IconUsersGroup} action={create}>
            Create an affiliate, assign a deal, create a link and invite it to the portal.
        </EmptyState>
    );
}

// The list has further pages. Only a report sorts all affiliates by a metric.
function SortedPage({ sort }: { sort: string }) {
    const byNumbers = shownMetrics.some((metric) => sort.replace(/^-/, '') === metric);
    return (
        <Text size="sm" c="dimmed">
            Only this page is sorted.{' '}
            {byNumbers && (
                <Link to="/reports" search={{ groups: ['affiliate'], metrics: [...shownMetrics], sort }} inherit underline="always">
                    Sort all affiliates in a report
                </Link>
            )}
        </Text>
    );
}

export default function AffiliatesPage() {
    const [search, setSearch] = useSearchState(affiliatesRoute);
    const { write } = usePermissions();
    const navigate = useNavigate();
    const { query, pager } = useAffiliateRows(search, (cursor) => setSearch({ cursor }));
    const columns = useColumns();
    const create = write && (
        <Button variant="default" onClick={() => setSearch({ create: true })}>
            New affiliate
        </Button>
    );
    const onboard = write && (
        <LinkButton to="/affiliates/new" leftSection={<IconPlus size={16} />}>
            Onboard affiliate
        </LinkButton>
    );
    const close = () => setSearch({ create: undefined });
    const filtered = Boolean(search.status || search.name);
    return (
        <>
            <PageHeader title="Affiliates" description="All affiliates, with their results of the last 30 days." actions={<>{create}{onboard}</>} />
            <FilterBar active={filtered} onClear={() => setSearch({ status: undefined, name: undefined })}>
                <FilterText label="Name or email" value={search.name} onChange={(name) => setSearch({ name })} />
                <FilterSelect label="Status" data={statusOptions} value={search.status} onChange={(status) => setSearch({ status: status as Status | undefined })} />
            </FilterBar>
            <Stack gap="sm">
                <DataTable
                    label="Affiliates"
                    columns={columns}
                    query={query}
                    pager={pager}
                    sort={search.sort}
                    onSort={(sort) => setSearch({ sort })}
                    rowKey={({ affiliate }) => affiliate.id}
                    rowLink={({ affiliate }) => linkTo({ to: '/affiliates/$affiliateId', params: { affiliateId: affiliate.id } })}
                    empty={<NoAffiliates filtered={filtered} create={onboard} />}
                />
                {search.sort && (pager.hasNext || pager.hasPrevious) && <SortedPage sort={search.sort} />}
            </Stack>
            <Drawer opened={write && search.create === true} onClose={close} title={<Text fw={600}>New affiliate</Text>}>
                <AffiliateForm
                    affiliate={null}
                    onClose={close}
                    onSaved={(saved) => void navigate({ to: '/affiliates/$affiliateId', params: { affiliateId: saved.id } })}
                />
            </Drawer>
        </>
    );
}
