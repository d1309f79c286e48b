import { Button, Menu, Text } from '@mantine/core';
import { IconDots, IconFileInvoice, IconLock, IconPlusMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { api, take } from '@/api/client';
import { recentPeriods } from '@/format/statementPeriod';
import { useFormat, useToday } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, FilterSelect, FilterText } from '@/ui/FilterBar';
import { Money } from '@/ui/Money';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { EmptyState } from '@/ui/states';
import { StatusBadge } from '@/ui/StatusBadge';
import { useSearchState } from '@/ui/useSearchState';
import { Drawer } from '@/ui/unsaved';
import { useAffiliateNames, usePeriodKinds } from '../../affiliateNames';
import { AffiliateFilter } from '../../AffiliateSelect';
import { linkTo } from '../../link';
import { AdjustmentForm } from './AdjustmentForm';
import { CloseMonth } from './CloseMonth';
import { statementsRoute } from './routes';
import { StatusTiles } from './StatusTiles';
import { componentLabels, isEarned, statusLabels, type Statement, type Status } from './words';

function useColumns(): Column<Statement>[] {
    const affiliates = useAffiliateNames();
    const format = useFormat();
    const what = (statement: Statement) => [...new Set(statement.lines.filter(isEarned).map((line) => componentLabels[line.component]))].join(', ') || 'No commission';
    const when = (statement: Statement) => {
        const paid = statement.steps.find((step) => step.status === 'paid');
        return paid?.payment ? `Paid ${format.plainDate(paid.payment.date)}` : statement.closedAt ? `Closed ${format.date(statement.closedAt)}` : 'Not closed yet';
    };
    return [
        { key: 'affiliate', header: 'Affiliate', cell: (statement) => affiliates.nameOf(statement.affiliateId) || '…' },
        { key: 'period', header: 'Period', cell: (statement) => format.plainPeriod(statement.period) },
        { key: 'what', header: 'For', cell: (statement) => <Text span inherit c="dimmed">{what(statement)}</Text>, hideOnPhone: true },
        { key: 'when', header: 'When', cell: (statement) => <Text span inherit c="dimmed">{when(statement)}</Text>, hideOnPhone: true },
        { key: 'status', header: 'Status', cell: (statement) => <StatusBadge status={statement.status} />, width: 120 },
        { key: 'payable', header: 'Payable', numeric: true, cell: (statement) => <Money amount={statement.payable} currency={statement.currency} fw={500} /> },
    ];
}

export default function StatementsPage() {
    const [search, setSearch] = useSearchState(statementsRoute);
    const [closing, setClosing] = useState(false);
    const [adjusting, setAdjusting] = useState(false);
    const { write } = usePermissions();
    const format = useFormat();
    const today = useToday();
    const { period, affiliateId, currency } = search;
    const status = search.status as Status | undefined;
    const filters = { period, affiliateId, currency };
    const { query, pager } = usePagedQuery({
        queryKey: ['statements', 'list', { ...filters, status }],
        read: (cursor) => take(api.GET('/statements', { params: { query: { limit: 50, cursor, status, ...filters } } })),
        cursor: search.cursor,
        setCursor: (cursor) => setSearch({ cursor }),
    });
    const periods = recentPeriods(today, usePeriodKinds(), 36, period);
    const filtered = Boolean(period || affiliateId || status || currency);
    const actions = write && (
        <>
            <Menu position="bottom-end">
                <Menu.Target>
                    <Button variant="default" px={10} aria-label="More actions">
                        <IconDots size={16} />
                    </Button>
                </Menu.Target>
                <Menu.Dropdown>
                    <Menu.Item leftSection={<IconPlusMinus size={16} />} onClick={() => setAdjusting(true)}>
                        Add adjustment
                    </Menu.Item>
                </Menu.Dropdown>
            </Menu>
            <Button leftSection={<IconLock size={16} />} onClick={() => setClosing(true)}>
                Close a period
            </Button>
        </>
    );
    return (
        <>
            <PageHeader title="Statements" description="What affiliates get for each month, half-month or week. A preview changes until you close the period. Then you approve and pay the statement." actions={actions} />
            <StatusTiles filters={filters} chosen={status} onChoose={(chosen) => setSearch({ status: chosen })} />
            <FilterBar active={filtered} onClear={() => setSearch({ period: undefined, affiliateId: undefined, status: undefined, currency: undefined })}>
                <FilterSelect label="Period" data={periods.map((value) => ({ value, label: format.plainPeriod(value) }))} value={period} onChange={(chosen) => setSearch({ period: chosen })} />
                <AffiliateFilter value={affiliateId} onChange={(chosen) => setSearch({ affiliateId: chosen })} width={220} />
                <FilterSelect label="Status" data={Object.entries(statusLabels).map(([value, label]) => ({ value, label }))} value={status} onChange={(chosen) => setSearch({ status: chosen })} width={160} />
                <FilterText label="Currency" value={currency} onChange={(typed) => setSearch({ currency: typed?.toUpperCase() })} width={130} />
            </FilterBar>
            <DataTable
                label="Statements"
                columns={useColumns()}
                query={query}
                pager={pager}
                rowKey={(statement) => statement.id}
                rowLink={(statement) => linkTo({ to: '/statements/$statementId', params: { statementId: statement.id } })}
                empty={
                    filtered ? (
                        <EmptyState title="No statement matches" icon={IconFileInvoice} />
                    ) : (
                        <EmptyState title="No statements yet" icon={IconFileInvoice}>
                            The first one appears when an affiliate earns commission.
                        </EmptyState>
                    )
                }
            />
            <CloseMonth opened={closing} onClose={() => setClosing(false)} />
            <Drawer opened={adjusting} onClose={() => setAdjusting(false)} title={<Text fw={600}>Adjustment</Text>}>
                <AdjustmentForm affiliateId={affiliateId} onClose={() => setAdjusting(false)} />
            </Drawer>
        </>
    );
}
