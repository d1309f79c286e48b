import { IconFileInvoice } from '@tabler/icons-react';
import { api, take } from '@/api/client';
import { daysOfPeriod } from '@/format/statementPeriod';
import { useFormat } from '@/format/useFormat';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, FilterSelect } from '@/ui/FilterBar';
import { Money } from '@/ui/Money';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { numberOf, timeOf } from '@/ui/sorting';
import { EmptyState } from '@/ui/states';
import { statementOrder, statementStatuses, StatusBadge } from '@/ui/StatusBadge';
import { useSearchState } from '@/ui/useSearchState';
import type { Statement } from '../../api';
import { linkTo } from '../../link';
import { statementsRoute } from './routes';
import { holdOf, paymentOf } from './statementWords';

function useColumns(): Column<Statement>[] {
    const format = useFormat();
    return [
        { key: 'period', header: 'Period', sortValue: (statement) => daysOfPeriod(statement.period).endDate, cell: (statement) => format.plainPeriod(statement.period) },
        { key: 'status', header: 'Status', sortValue: (statement) => statementOrder[statement.status], cell: (statement) => <StatusBadge status={statement.status} />, width: 150 },
        {
            key: 'payment',
            header: 'Payment',
            sortValue: (statement) => timeOf(paymentOf(statement)?.date),
            cell: (statement) => {
                const payment = paymentOf(statement);
                return (
                    <span className="fl-dimmed">
                        {payment ? `${format.plainDate(payment.date)}, ${payment.method}` : statement.status === 'open' ? '–' : holdOf(statement) ? `On hold: ${holdOf(statement)}` : '–'}
                    </span>
                );
            },
        },
        {
            key: 'payable',
            header: 'Amount',
            sortValue: (statement) => numberOf(statement.payable),
            numeric: true,
            cell: (statement) => (
                <span>
                    <Money amount={statement.payable} currency={statement.currency} fw={550} />
                    {statement.status === 'open' && (
                        <span className="fl-dimmed">
                            {' '}
                            so far
                        </span>
                    )}
                </span>
            ),
        },
    ];
}

export default function StatementsPage() {
    const [search, setSearch] = useSearchState(statementsRoute);
    const columns = useColumns();
    const { status } = search;
    const { query, pager } = usePagedQuery({
        queryKey: ['statements', 'list', { status }],
        read: (cursor) => take(api.GET('/portal/statements', { params: { query: { limit: 24, cursor, status } } })),
        cursor: search.cursor,
        setCursor: (cursor) => setSearch({ cursor }),
    });
    return (
        <>
            <PageHeader title="Statements" description="There is one statement per period and currency. Open a statement to see its lines, and a line to see its accruals." />
            <FilterBar active={Boolean(status)} onClear={() => setSearch({ status: undefined })}>
                <FilterSelect
                    label="Status"
                    data={statementStatuses}
                    value={status}
                    onChange={(chosen) => setSearch({ status: chosen as Statement['status'] | undefined })}
                />
            </FilterBar>
            <DataTable
                label="Statements"
                columns={columns}
                query={query}
                pager={pager}
                rowKey={(statement) => statement.id}
                rowLink={(statement) => linkTo({ to: '/statements/$statementId', params: { statementId: statement.id } })}
                empty={
                    <EmptyState title={status ? 'No statement has this status' : 'No statements yet'} icon={IconFileInvoice}>
                        {status ? null : 'The first statement appears with your first commission.'}
                    </EmptyState>
                }
            />
        </>
    );
}
