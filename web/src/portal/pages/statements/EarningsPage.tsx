import { IconCoins } from '@tabler/icons-react';
import { api, take } from '@/api/client';
import type { paths } from '@/api/schema';
import { countryName } from '@/format/country';
import { useFormat } from '@/format/useFormat';
import { DataTable, type Column } from '@/ui/DataTable';
import { Money } from '@/ui/Money';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { numberOf, timeOf } from '@/ui/sorting';
import { EmptyState } from '@/ui/states';
import { useSearchState } from '@/ui/useSearchState';
import type { Accrual } from '../../api';
import { linkTo } from '../../link';
import { metricName, useGroupText } from '../../metrics';
import { accrualReason, accrualTitle, lineTitle } from './lineWords';
import { earningsRoute } from './routes';

// The metrics that accruals add up to. The server refuses others.
type AccrualMetric = NonNullable<paths['/portal/accruals']['get']['parameters']['query']>['metric'];

function useColumns(): Column<Accrual>[] {
    const format = useFormat();
    return [
        { key: 'player', header: 'Player', sortValue: accrualTitle, cell: accrualTitle },
        { key: 'component', header: 'Component', sortValue: (accrual) => lineTitle(accrual), cell: (accrual) => lineTitle(accrual) },
        {
            key: 'reason',
            header: 'Reason',
            sortValue: (accrual) => accrualReason(accrual),
            cell: (accrual) => (
                <span className="fl-dimmed">
                    {accrualReason(accrual)}
                </span>
            ),
        },
        { key: 'brand', header: 'Brand', sortValue: (accrual) => accrual.brandName, cell: (accrual) => accrual.brandName ?? '–', hideOnPhone: true },
        { key: 'when', header: 'When', sortValue: (accrual) => timeOf(accrual.eventTime), cell: (accrual) => format.dateTime(accrual.eventTime) },
        { key: 'amount', header: 'Amount', sortValue: (accrual) => (accrual.status === 'unpriced' ? null : numberOf(accrual.amount)), numeric: true, cell: (accrual) => <Money amount={accrual.status === 'unpriced' ? null : accrual.amount} currency={accrual.currency} colored fw={550} /> },
    ];
}

// The accruals that a number of a report adds up.
export default function EarningsPage() {
    const [search, setSearch] = useSearchState(earningsRoute);
    const format = useFormat();
    const groupText = useGroupText();
    const columns = useColumns();
    const { metric, startDate, endDate, where } = search;
    const { query, pager } = usePagedQuery({
        queryKey: ['accruals', 'opened', { metric, startDate, endDate, where }],
        read: (cursor) => take(api.GET('/portal/accruals', { params: { query: { ...where, metric: metric as AccrualMetric, startDate, endDate, limit: 50, cursor } } })),
        cursor: search.cursor,
        setCursor: (cursor) => setSearch({ cursor }),
    });
    const span = startDate && endDate ? `${format.plainDate(startDate)} to ${format.plainDate(endDate)}` : 'All time';
    const narrowed = Object.entries(where ?? {}).map(([key, value]) => (key === 'country' && value ? countryName(value) : groupText(key, value)));
    return (
        <>
            <PageHeader
                title={metric ? metricName(metric) : 'Commission'}
                parents={[{ label: 'Reports', link: linkTo({ to: '/reports' }) }]}
                description={`${[span, ...narrowed].join(' · ')}. Open an amount to see its explanation.`}
            />
            <DataTable
                label="Commission"
                columns={columns}
                query={query}
                pager={pager}
                rowKey={(accrual) => accrual.id}
                rowLink={(accrual) => linkTo({ to: '/accruals/$accrualId', params: { accrualId: accrual.id } })}
                empty={
                    pager.hasNext ? (
                        <EmptyState title="No commission on this page" icon={IconCoins}>
                            The next page can contain some.
                        </EmptyState>
                    ) : (
                        <EmptyState title="No commission" icon={IconCoins} />
                    )
                }
            />
        </>
    );
}
