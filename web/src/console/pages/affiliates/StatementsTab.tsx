import { Text } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { api, take, type Schema } from '@/api/client';
import { daysOfPeriod } from '@/format/statementPeriod';
import { useFormat } from '@/format/useFormat';
import { DataTable, type Column } from '@/ui/DataTable';
import { Money, When } from '@/ui/Money';
import { Section } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { numberOf, timeOf } from '@/ui/sorting';
import { EmptyState } from '@/ui/states';
import { statementOrder, StatusBadge } from '@/ui/StatusBadge';
import { useSearchState } from '@/ui/useSearchState';
import { linkTo } from '../../link';
import type { Affiliate } from './affiliateRows';
import { affiliateRoute } from './routes';

type Statement = Schema<'Statement'>;

function useColumns(): Column<Statement>[] {
    const format = useFormat();
    return [
        { key: 'period', header: 'Period', sortValue: (statement) => daysOfPeriod(statement.period).endDate, cell: (statement) => format.plainPeriod(statement.period) },
        {
            key: 'status',
            header: 'Status',
            sortValue: (statement) => statementOrder[statement.status],
            cell: (statement) => (
                <>
                    <StatusBadge status={statement.status} />
                    {statement.holdReason && (
                        <Text size="xs" c="dimmed">
                            {statement.holdReason}
                        </Text>
                    )}
                </>
            ),
        },
        { key: 'lines', header: 'Lines', sortValue: (statement) => statement.lines.length, numeric: true, cell: (statement) => statement.lines.length, hideOnPhone: true },
        { key: 'closed', header: 'Closed', sortValue: (statement) => timeOf(statement.closedAt), cell: (statement) => (statement.closedAt ? <When at={statement.closedAt} /> : '–'), hideOnPhone: true },
        { key: 'payable', header: 'Payable', sortValue: (statement) => numberOf(statement.payable), numeric: true, cell: (statement) => <Money amount={statement.payable} currency={statement.currency} /> },
    ];
}

export function StatementsTab({ affiliate }: { affiliate: Affiliate }) {
    const [search, setSearch] = useSearchState(affiliateRoute);
    const columns = useColumns();
    const { query, pager } = usePagedQuery({
        queryKey: ['statements', { affiliateId: affiliate.id }],
        read: (cursor) => take(api.GET('/statements', { params: { query: { limit: 24, cursor, affiliateId: affiliate.id } } })),
        cursor: search.cursor,
        setCursor: (cursor) => setSearch({ cursor }),
    });
    return (
        <Section title="Statements" description="There is one statement per period and currency. A preview changes with every event until the period is closed.">
            <DataTable
                label="Statements of this affiliate"
                columns={columns}
                query={query}
                pager={pager}
                rowKey={(statement) => statement.id}
                rowLink={(statement) => linkTo({ to: '/statements/$statementId', params: { statementId: statement.id } })}
                empty={
                    <EmptyState title="No statements yet" icon={IconFileInvoice}>
                        The first statement appears when the affiliate earns commission.
                    </EmptyState>
                }
            />
        </Section>
    );
}
