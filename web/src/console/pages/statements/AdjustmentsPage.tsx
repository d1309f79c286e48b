import { Badge, Button, Text } from '@mantine/core';
import { IconArrowBackUp, IconPlus, IconPlusMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { api, take, type Schema } from '@/api/client';
import { useFormat } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, FilterText } from '@/ui/FilterBar';
import { Money } from '@/ui/Money';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { numberOf, timeOf } from '@/ui/sorting';
import { EmptyState } from '@/ui/states';
import { useSearchState } from '@/ui/useSearchState';
import { Drawer } from '@/ui/unsaved';
import { useActorNames } from '../../actors';
import { useAffiliateNames } from '../../affiliateNames';
import { AffiliateFilter } from '../../AffiliateSelect';
import { AdjustmentForm } from './AdjustmentForm';
import { ReverseAdjustment } from './ReverseAdjustment';
import { adjustmentsRoute } from './routes';

type Adjustment = Schema<'Adjustment'>;

function useColumns(onReverse: (adjustment: Adjustment) => void): Column<Adjustment>[] {
    const affiliates = useAffiliateNames();
    const format = useFormat();
    const nameOf = useActorNames();
    const { books } = usePermissions();
    const standing = (one: Adjustment) => {
        if (one.reverses) return <Badge variant="light" color="gray">Reversal</Badge>;
        if (one.reversedBy) return <Badge variant="light" color="yellow">Reversed</Badge>;
        if (!books) return null;
        const label = `Reverse ${format.money(one.amount, one.currency)} of ${affiliates.nameOf(one.affiliateId)}`;
        return (
            <Button size="compact-xs" variant="default" leftSection={<IconArrowBackUp size={14} />} aria-label={label} onClick={() => onReverse(one)}>
                Reverse
            </Button>
        );
    };
    return [
        { key: 'affiliate', header: 'Affiliate', sortValue: (one) => affiliates.nameOf(one.affiliateId), width: 170, cell: (one) => affiliates.nameOf(one.affiliateId) || '…' },
        { key: 'reason', header: 'Reason', sortValue: (one) => one.reason, cell: (one) => <span className="fl-dimmed">{one.reason}</span> },
        { key: 'who', header: 'Added by', sortValue: (one) => nameOf(one.actor, one.actorName), cell: (one) => nameOf(one.actor, one.actorName), hideOnPhone: true, width: 180 },
        { key: 'when', header: 'When', sortValue: (one) => timeOf(one.createdAt), cell: (one) => format.dateTime(one.createdAt), width: 130 },
        { key: 'amount', header: 'Amount', sortValue: (one) => numberOf(one.amount), numeric: true, cell: (one) => <Money amount={one.amount} currency={one.currency} fw={500} /> },
        { key: 'standing', header: '', cell: standing, width: 120 },
    ];
}

export default function AdjustmentsPage() {
    const [search, setSearch] = useSearchState(adjustmentsRoute);
    const [reversed, setReversed] = useState<Adjustment | null>(null);
    const { books } = usePermissions();
    const { affiliateId, currency } = search;
    const filters = { affiliateId, currency };
    const { query, pager } = usePagedQuery({
        queryKey: ['adjustments', 'list', filters],
        read: (cursor) => take(api.GET('/adjustments', { params: { query: { limit: 50, cursor, ...filters } } })),
        cursor: search.cursor,
        setCursor: (cursor) => setSearch({ cursor }),
    });
    const filtered = Boolean(affiliateId || currency);
    const close = () => setSearch({ create: undefined });
    const add = books && (
        <Button leftSection={<IconPlus size={16} />} onClick={() => setSearch({ create: true })}>
            Add adjustment
        </Button>
    );
    return (
        <>
            <PageHeader title="Adjustments" description="Amounts that you add by hand, such as bonuses and corrections. Each adjustment becomes a line of the affiliate’s next statement in the same currency." actions={add} />
            <FilterBar active={filtered} onClear={() => setSearch({ affiliateId: undefined, currency: undefined })}>
                <AffiliateFilter value={affiliateId} onChange={(chosen) => setSearch({ affiliateId: chosen })} width={220} />
                <FilterText label="Currency" value={currency} onChange={(typed) => setSearch({ currency: typed?.toUpperCase() })} width={130} />
            </FilterBar>
            <DataTable
                label="Adjustments"
                columns={useColumns(setReversed)}
                query={query}
                pager={pager}
                rowKey={(one) => one.id}
                empty={
                    filtered ? (
                        <EmptyState title="No adjustment matches" icon={IconPlusMinus} />
                    ) : (
                        <EmptyState title="No adjustments yet" icon={IconPlusMinus}>
                            Add an adjustment to pay a bonus or to correct an amount.
                        </EmptyState>
                    )
                }
            />
            <Drawer opened={books && search.create === true} onClose={close} title={<Text fw={600}>Add adjustment</Text>}>
                <AdjustmentForm affiliateId={affiliateId} onClose={close} />
            </Drawer>
            <Drawer opened={reversed !== null} onClose={() => setReversed(null)} title={<Text fw={600}>Reverse adjustment</Text>}>
                {reversed && <ReverseAdjustment adjustment={reversed} onClose={() => setReversed(null)} />}
            </Drawer>
        </>
    );
}
