import { Badge, Group, Stack, Text } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import type { Schema } from '@/api/client';
import { useDealNames } from '@/api/queries';
import { daysOfPeriod } from '@/format/statementPeriod';
import { useFormat } from '@/format/useFormat';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, FilterSelect } from '@/ui/FilterBar';
import { Money, When } from '@/ui/Money';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { numberOf, timeOf } from '@/ui/sorting';
import { EmptyState } from '@/ui/states';
import { StatusBadge, statusOptions } from '@/ui/StatusBadge';
import { useSearchState } from '@/ui/useSearchState';
import { useAffiliateNames } from '../../affiliateNames';
import { AffiliateFilter } from '../../AffiliateSelect';
import { linkTo } from '../../link';
import { DaysFilter } from '../../reporting/DaysFilter';
import { Chips, DrillBanner, useDrillChips, type Chip } from '../../reporting/DrillBanner';
import { componentNames, componentOptions, reasonNames } from '../../reporting/names';
import { GoOn } from './GoOn';
import { accrualList } from './questions';
import { accrualsRoute } from './routes';

type Accrual = Schema<'Accrual'>;

const reasonOptions = Object.entries(reasonNames).map(([value, label]) => ({ value, label }));

function Earned({ accrual }: { accrual: Accrual }) {
    if (accrual.status === 'unpriced') return <StatusBadge status="unpriced" />;
    return <Money amount={accrual.amount} currency={accrual.currency} colored fw={500} />;
}

function useColumns(): Column<Accrual>[] {
    const format = useFormat();
    const affiliates = useAffiliateNames();
    const deals = useDealNames();
    return [
        { key: 'affiliate', header: 'Affiliate', sortValue: (accrual) => affiliates.nameOf(accrual.affiliateId), cell: (accrual) => affiliates.nameOf(accrual.affiliateId) },
        {
            key: 'component',
            header: 'For',
            sortValue: (accrual) => componentNames[accrual.component],
            cell: (accrual) => (
                <Group gap={6} justify="inherit">
                    {componentNames[accrual.component]}
                    {accrual.reason !== 'earned' && <Badge color={accrual.reason === 'clawback' ? 'red' : 'gray'}>{reasonNames[accrual.reason]}</Badge>}
                    {accrual.late && <Badge color="gray">Late</Badge>}
                </Group>
            ),
        },
        { key: 'deal', header: 'Deal', sortValue: (accrual) => deals.nameOf(accrual.dealId), cell: (accrual) => `${deals.nameOf(accrual.dealId)}, version ${accrual.dealVersion}` },
        { key: 'period', header: 'Period', sortValue: (accrual) => daysOfPeriod(accrual.period).endDate, cell: (accrual) => format.plainPeriod(accrual.period), hideOnPhone: true },
        { key: 'time', header: 'When', sortValue: (accrual) => timeOf(accrual.eventTime), cell: (accrual) => <When at={accrual.eventTime} /> },
        { key: 'amount', header: 'Amount', sortValue: (accrual) => (accrual.status === 'unpriced' ? null : numberOf(accrual.amount)), numeric: true, cell: (accrual) => <Earned accrual={accrual} /> },
    ];
}

export default function AccrualsPage() {
    const [search, setSearch] = useSearchState(accrualsRoute);
    const format = useFormat();
    const deals = useDealNames();
    const { metric, affiliateId, playerId, brandId, dealId, component, eventId, period, status, reason } = search;
    const { query, pager } = usePagedQuery({ ...accrualList({ ...search }), setCursor: (next) => setSearch({ cursor: next }) });
    const chips = useDrillChips(search, setSearch).filter((chip) => chip.key !== 'days' || metric);
    const more: [keyof typeof search, string, string | undefined][] = [
        ['playerId', 'Player', playerId && 'one player'],
        ['brandId', 'Brand', brandId && 'one brand'],
        ['eventId', 'Event', eventId && 'one event'],
        ['dealId', 'Deal', dealId && deals.nameOf(dealId)],
        ['period', 'Period', period && format.plainPeriod(period)],
    ];
    for (const [key, label, value] of more) {
        if (value) chips.push({ key, label, value, onRemove: () => setSearch({ [key]: undefined }) } satisfies Chip);
    }
    const clear = () => setSearch(Object.fromEntries(Object.keys(search).map((key) => [key, undefined])));
    const active = Object.values(search).some((value) => value !== undefined);
    return (
        <>
            <PageHeader
                title="Accruals"
                description="An accrual is commission that was earned or taken back. Open an accrual to see its explanation, down to the click."
            />
            <DrillBanner
                search={search}
                narrowed={{ affiliate: affiliateId, deal: dealId, brand: brandId }}
                comparable={!playerId && !eventId && !period && !status && !reason && !component}
                what="accruals"
                onClear={() => setSearch({ metric: undefined })}
            />
            <FilterBar active={active} onClear={clear}>
                <AffiliateFilter value={affiliateId} onChange={(value) => setSearch({ affiliateId: value })} />
                <FilterSelect label="Component" data={componentOptions} value={component} onChange={(value) => setSearch({ component: value as typeof component })} />
                <FilterSelect label="Reason" data={reasonOptions} value={reason} onChange={(value) => setSearch({ reason: value as typeof reason })} width={150} />
                <FilterSelect
                    label="Status"
                    data={statusOptions('final', 'unpriced')}
                    value={status}
                    onChange={(value) => setSearch({ status: value as typeof status })}
                    width={140}
                />
                <DaysFilter value={search} onChange={setSearch} />
            </FilterBar>
            <Stack gap="md">
                <Chips chips={chips} />
                <DataTable
                    label="Accruals"
                    columns={useColumns()}
                    query={query}
                    pager={pager}
                    rowKey={(accrual) => accrual.id}
                    rowLink={(accrual) => linkTo({ to: '/accruals/$accrualId', params: { accrualId: accrual.id } })}
                    empty={
                        <EmptyState title={active ? 'No accrual matches' : 'No accruals yet'} icon={IconCoins} action={<GoOn pager={pager} />}>
                            {active ? 'Remove a filter, or choose other days.' : 'An accrual appears when a player does something that the deal of its affiliate pays for.'}
                        </EmptyState>
                    }
                />
                {status === 'unpriced' && (
                    <Text size="sm" c="dimmed">
                        Unpriced accruals wait for an exchange rate. Their amounts are computed when you add it.
                    </Text>
                )}
            </Stack>
        </>
    );
}
