import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useFormat } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, FilterSelect, FilterText } from '@/ui/FilterBar';
import { PageHeader } from '@/ui/PageHeader';
import { PeriodPicker, usePeriod } from '@/ui/PeriodPicker';
import { SavedViews } from '@/ui/SavedViews';
import { EmptyState } from '@/ui/states';
import { Sparkline } from '@/ui/StatTile';
import { StatusBadge } from '@/ui/StatusBadge';
import { useSearchState } from '@/ui/useSearchState';
import { Drawer } from '@/ui/unsaved';
import { LinkButton, linkTo, useNavigate } from '../../link';
import { useFamilies } from '../../reporting/families';
import { metricNames, type Metric } from '../../reporting/names';
import { writeMetric } from '../../reporting/values';
import { ColumnPicker } from '../reports/ColumnPicker';
import { Tags, useAccountManagers, useTags } from './AffiliateChoices';
import { AffiliateForm } from './AffiliateForm';
import { exportAffiliates, useAffiliateRows, type AffiliateRow, type Status } from './affiliateRows';
import { writeFigure } from './listedAffiliates';
import { listMetrics, trendMetric } from './questions';
import { affiliatesRoute } from './routes';
import { affiliateStatuses } from './statusWords';

function Statuses({ affiliate }: { affiliate: AffiliateRow['affiliate'] }) {
    return (
        <Stack gap={4} align="flex-start">
            <StatusBadge status={affiliate.status} />
            {affiliate.paymentHold && <StatusBadge status="held" label="Payments on hold" />}
        </Stack>
    );
}

function useColumns(shown: Metric[], trend: Metric): Column<AffiliateRow>[] {
    const format = useFormat();
    const metrics = shown.map((metric) => ({
        key: metric,
        header: metricNames[metric],
        numeric: true,
        sort: metric,
        cell: ({ metrics: values }: AffiliateRow) => writeFigure(values, metric, (value) => writeMetric(format, metric, value)),
        hideOnPhone: metric === 'registration_count',
    }));
    return [
        {
            key: 'name',
            header: 'Affiliate',
            sort: 'name',
            cell: ({ affiliate }) => (
                <Box miw={150} maw={{ base: 'none', sm: 160, xl: 240 }}>
                    {affiliate.name}
                    <Text span display="block" size="xs" c="dimmed" fw={400} truncate title={affiliate.email}>
                        {affiliate.email}
                    </Text>
                </Box>
            ),
        },
        { key: 'status', header: 'Status', width: 130, cell: ({ affiliate }) => <Statuses affiliate={affiliate} /> },
        ...metrics,
        {
            key: 'trend',
            header: 'Trend',
            width: 80,
            hideOnPhone: true,
            cell: ({ trend: values }) => (
                <div style={{ width: 64 }} title={metricNames[trend]}>
                    <Sparkline values={values} height={24} />
                </div>
            ),
        },
        { key: 'tags', header: 'Tags', hideOnPhone: true, cell: ({ affiliate }) => <Tags tags={affiliate.tags} /> },
        { key: 'manager', header: 'Account manager', hideOnPhone: true, cell: ({ affiliate }) => affiliate.accountManagerEmail ?? '–' },
    ];
}

function NoAffiliates({ filtered, create }: { filtered: boolean; create: React.ReactNode }) {
    return filtered ? (
        <EmptyState title="No affiliate matches" icon={IconUsersGroup}>
            Try another name, status, tag or account manager.
        </EmptyState>
    ) : (
        <EmptyState title="No affiliates yet" icon={IconUsersGroup} action={create}>
            One form creates an affiliate with its log-in, deal, link and banner.
        </EmptyState>
    );
}

function FiguresNote({ askAgain }: { askAgain: () => void }) {
    return (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />} title="Figures are not available">
            <Group justify="space-between" gap="sm">
                <span>The analytics store did not answer. These affiliates are in the order of their creation.</span>
                <Button variant="default" size="compact-sm" onClick={askAgain}>
                    Try again
                </Button>
            </Group>
        </Alert>
    );
}

// A saved view replaces all of these parameters.
const emptyView = { name: undefined, status: undefined, tag: undefined, manager: undefined, sort: undefined, metrics: undefined, period: undefined, from: undefined, to: undefined };

export default function AffiliatesPage() {
    const [search, setSearch] = useSearchState(affiliatesRoute);
    const { write } = usePermissions();
    const navigate = useNavigate();
    const { span } = usePeriod(search);
    const metrics = listMetrics(search.metrics);
    const trend = trendMetric(search.sort, metrics);
    const { query, pager, askAgain } = useAffiliateRows(search, span, trend, (cursor) => setSearch({ cursor }));
    const columns = useColumns(metrics, trend);
    const families = useFamilies();
    const tags = useTags();
    const managers = [...useAccountManagers(), { value: 'null', label: 'Nobody' }];
    const create = write && (
        <LinkButton to="/affiliates/new" leftSection={<IconPlus size={16} />}>
            New affiliate
        </LinkButton>
    );
    const { name, status, tag, manager, sort, metrics: chosen, period, from, to } = search;
    const actions = (
        <>
            <SavedViews page="affiliates" search={{ name, status, tag, manager, sort, metrics: chosen, period, from, to }} onChoose={(view) => setSearch({ ...emptyView, ...view })} />
            <PeriodPicker value={search} onChange={setSearch} />
            {create}
        </>
    );
    const close = () => setSearch({ create: undefined });
    const filtered = Boolean(search.status || search.name || tag || manager);
    return (
        <>
            <PageHeader title="Affiliates" description="All affiliates, with their results in a period." actions={actions} />
            <FilterBar active={filtered} onClear={() => setSearch({ status: undefined, name: undefined, tag: undefined, manager: undefined })}>
                <FilterText label="Name, email or tag" value={search.name} onChange={(name) => setSearch({ name })} />
                <FilterSelect label="Status" data={affiliateStatuses} value={search.status} onChange={(status) => setSearch({ status: status as Status | undefined })} />
                <FilterSelect label="Tag" data={tags} value={tag} onChange={(chosenTag) => setSearch({ tag: chosenTag })} />
                <FilterSelect label="Account manager" width={220} data={managers} value={manager} onChange={(chosenManager) => setSearch({ manager: chosenManager })} />
            </FilterBar>
            <Stack gap="sm">
                <ColumnPicker what="metric" families={families.metrics} chosen={metrics} onChange={(next) => setSearch({ metrics: next })} required />
                {askAgain && <FiguresNote askAgain={askAgain} />}
                <DataTable
                    label="Affiliates"
                    columns={columns}
                    query={query}
                    pager={pager}
                    sort={askAgain ? undefined : search.sort}
                    onSort={(sort) => setSearch({ sort })}
                    readAll={() => exportAffiliates(search, span)}
                    rowKey={({ affiliate }) => affiliate.id}
                    rowLink={({ affiliate }) => linkTo({ to: '/affiliates/$affiliateId', params: { affiliateId: affiliate.id } })}
                    empty={<NoAffiliates filtered={filtered} create={create} />}
                />
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
