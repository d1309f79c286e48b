import { Button, Text } from '@mantine/core';
import { IconDownload, IconFileInvoice, IconLock, IconPlusMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api, take } from '@/api/client';
import { readAll } from '@/api/queries';
import { csvOf } from '@/format/csv';
import { lineNames } from '@/format/names';
import { recentPeriods } from '@/format/statementPeriod';
import { useFormat, useToday } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, FilterSelect, FilterText } from '@/ui/FilterBar';
import { Money } from '@/ui/Money';
import { PageHeader } from '@/ui/PageHeader';
import { EmptyState } from '@/ui/states';
import { statementStatuses, StatusBadge } from '@/ui/StatusBadge';
import { saveFile } from '@/ui/saveFile';
import { useSearchState } from '@/ui/useSearchState';
import { Drawer } from '@/ui/unsaved';
import { useAffiliateNames, usePeriodKinds } from '../../affiliateNames';
import { AffiliateFilter } from '../../AffiliateSelect';
import { linkTo } from '../../link';
import { AdjustmentForm } from './AdjustmentForm';
import { exported, sorted } from './bulk';
import { BulkBar } from './BulkBar';
import { ClosePeriod } from './ClosePeriod';
import { listQuery } from './questions';
import { statementsRoute } from './routes';
import { StatusTiles } from './StatusTiles';
import { isEarned, type Statement, type Status } from './words';

function useColumns(): Column<Statement>[] {
    const affiliates = useAffiliateNames();
    const format = useFormat();
    const what = (statement: Statement) => [...new Set(statement.lines.filter(isEarned).map((line) => lineNames[line.component]))].join(', ') || 'No commission';
    const when = (statement: Statement) => {
        if (statement.holdReason) return `On hold: ${statement.holdReason}`;
        if (statement.paymentHold && statement.status !== 'open') return `Payments on hold: ${statement.paymentHold}`;
        const paid = statement.steps.find((step) => step.status === 'paid');
        return paid?.payment ? `Paid ${format.plainDate(paid.payment.date)}` : statement.closedAt ? `Closed ${format.date(statement.closedAt)}` : 'Not closed yet';
    };
    return [
        { key: 'affiliate', header: 'Affiliate', sort: 'affiliate', cell: (statement) => affiliates.nameOf(statement.affiliateId) || '…' },
        { key: 'period', header: 'Period', sort: 'period', nowrap: true, cell: (statement) => format.plainPeriod(statement.period) },
        { key: 'what', header: 'For', cell: (statement) => <span className="fl-dimmed">{what(statement)}</span>, hideOnPhone: true },
        { key: 'when', header: 'Progress', cell: (statement) => <span className="fl-dimmed">{when(statement)}</span>, hideOnPhone: false },
        { key: 'status', header: 'Status', sort: 'status', cell: (statement) => <StatusBadge status={statement.status} />, width: 120 },
        { key: 'payable', header: 'Payable', sort: 'payable', numeric: true, cell: (statement) => <Money amount={statement.payable} currency={statement.currency} fw={500} /> },
    ];
}

type Search = typeof statementsRoute.types.fullSearchSchema;

// The names of many affiliates in a few requests, to sort and export long lists.
function useManyNames(): (id: string) => string {
    const first = useAffiliateNames();
    const { data } = useQuery({
        queryKey: ['affiliates', 'names'],
        queryFn: () => readAll((cursor) => take(api.GET('/affiliates', { params: { query: { limit: 200, cursor } } }))),
        staleTime: 60_000,
        enabled: !first.isPending && !first.complete,
    });
    const items = data ?? first.items;
    return useMemo(() => {
        const names = new Map(items.map((one) => [one.id, one.name]));
        return (id) => names.get(id) ?? id;
    }, [items]);
}

const perPage = 50;
// readAll reads at most this many.
const listMax = 2000;

// All statements that match the filters, sorted, and a part of them to show. Selections and totals need all of them.
function useStatements(search: Search, setSearch: (change: Search) => void) {
    const nameOf = useManyNames();
    const { period, affiliateId, currency, sort } = search;
    const status = search.status as Status | undefined;
    const found = useQuery(listQuery({ period, affiliateId, currency }, status));
    const all = useMemo(() => sorted(found.data ?? [], sort, nameOf), [found.data, sort, nameOf]);
    const page = Math.min(Math.max(1, Number(search.cursor) || 1), Math.max(1, Math.ceil(all.length / perPage)));
    const go = (to: number) => setSearch({ cursor: to > 1 ? String(to) : undefined });
    return {
        all,
        nameOf,
        query: { ...found, data: found.data && all.slice((page - 1) * perPage, page * perPage) },
        pager: { hasPrevious: page > 1, hasNext: page * perPage < all.length, previous: () => go(page - 1), next: () => go(page + 1) },
    };
}

export default function StatementsPage() {
    const [search, setSearch] = useSearchState(statementsRoute);
    const [closing, setClosing] = useState(false);
    const [adjusting, setAdjusting] = useState(false);
    const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
    const { books } = usePermissions();
    const format = useFormat();
    const today = useToday();
    const { period, affiliateId, currency } = search;
    const status = search.status as Status | undefined;
    const filters = { period, affiliateId, currency };
    const { all, nameOf, query, pager } = useStatements(search, setSearch);
    const selected = all.filter((one) => ticked.has(one.id));
    const periods = recentPeriods(today, usePeriodKinds(), 36, period);
    const filtered = Boolean(period || affiliateId || status || currency);
    const save = () => saveFile(new Blob([csvOf(exported(all, nameOf))], { type: 'text/csv' }), `statements${period ? `-${period}` : ''}${status ? `-${status}` : ''}.csv`);
    const actions = (
        <>
            <Button variant="default" leftSection={<IconDownload size={16} />} disabled={all.length === 0} onClick={save}>
                Download CSV
            </Button>
            {books && (
                <Button variant="default" leftSection={<IconPlusMinus size={16} />} onClick={() => setAdjusting(true)}>
                    Add adjustment
                </Button>
            )}
            {books && (
                <Button leftSection={<IconLock size={16} />} onClick={() => setClosing(true)}>
                    Close a period
                </Button>
            )}
        </>
    );
    return (
        <>
            <PageHeader title="Statements" description="A statement says what an affiliate gets for a month, half-month or week. It is a preview until you close the period. Then you approve and pay it." actions={actions} />
            <StatusTiles filters={filters} chosen={status} onChoose={(chosen) => setSearch({ status: chosen })} />
            <FilterBar active={filtered} onClear={() => setSearch({ period: undefined, affiliateId: undefined, status: undefined, currency: undefined })}>
                <FilterSelect label="Period" data={periods.map((value) => ({ value, label: format.plainPeriod(value) }))} value={period} onChange={(chosen) => setSearch({ period: chosen })} />
                <AffiliateFilter value={affiliateId} onChange={(chosen) => setSearch({ affiliateId: chosen })} width={220} />
                <FilterSelect label="Status" data={statementStatuses} value={status} onChange={(chosen) => setSearch({ status: chosen })} width={160} />
                <FilterText label="Currency" value={currency} onChange={(typed) => setSearch({ currency: typed?.toUpperCase() })} width={130} />
            </FilterBar>
            {all.length >= listMax && (
                <Text size="sm" c="dimmed" mb="sm">
                    The list shows the newest {listMax.toLocaleString()} statements. Choose a period or a status to see the others.
                </Text>
            )}
            <DataTable
                label="Statements"
                columns={useColumns()}
                query={query}
                pager={pager}
                sort={search.sort}
                onSort={(sort) => setSearch({ sort })}
                selection={books ? { selected: ticked, onChange: setTicked, all: all.map((one) => one.id), label: (one) => `${nameOf(one.affiliateId)}, ${format.plainPeriod(one.period)}, ${one.currency}` } : undefined}
                rowKey={(statement) => statement.id}
                rowLink={(statement) => linkTo({ to: '/statements/$statementId', params: { statementId: statement.id } })}
                empty={
                    filtered ? (
                        <EmptyState title="No statement matches" icon={IconFileInvoice} />
                    ) : (
                        <EmptyState title="No statements yet" icon={IconFileInvoice}>
                            The first statement appears when an affiliate earns commission.
                        </EmptyState>
                    )
                }
            />
            <BulkBar selected={selected} onClear={() => setTicked(new Set())} />
            <ClosePeriod opened={closing} onClose={() => setClosing(false)} />
            <Drawer opened={adjusting} onClose={() => setAdjusting(false)} title={<Text fw={600}>Adjustment</Text>}>
                <AdjustmentForm affiliateId={affiliateId} onClose={() => setAdjusting(false)} />
            </Drawer>
        </>
    );
}
