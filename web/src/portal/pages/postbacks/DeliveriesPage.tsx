import { Text } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '@/api/client';
import { readAll } from '@/api/queries';
import { DeliveryDetails } from '@/outbox/DeliveryDetails';
import { SendAgain } from '@/outbox/SendAgain';
import { deliveryStatuses, lastAnswer, triggerLabel, type Delivery } from '@/outbox/words';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, FilterSelect } from '@/ui/FilterBar';
import { When } from '@/ui/Money';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { timeOf } from '@/ui/sorting';
import { EmptyState } from '@/ui/states';
import { StatusBadge, statusLabel } from '@/ui/StatusBadge';
import { Drawer } from '@/ui/unsaved';
import { useSearchState } from '@/ui/useSearchState';
import { useAffiliate } from '../../me';
import { deliveriesRoute } from './routes';

function useColumns(nameOf: (id: string) => string): Column<Delivery>[] {
    return [
        { key: 'created', header: 'Created', sortValue: (delivery) => timeOf(delivery.createdAt), cell: (delivery) => <When at={delivery.createdAt} exact /> },
        { key: 'type', header: 'Message', sortValue: (delivery) => triggerLabel(delivery.type), cell: (delivery) => triggerLabel(delivery.type) },
        { key: 'postback', header: 'Postback', sortValue: (delivery) => nameOf(delivery.destinationId), cell: (delivery) => nameOf(delivery.destinationId) },
        { key: 'answer', header: 'Last answer', sortValue: lastAnswer, cell: (delivery) => lastAnswer(delivery), hideOnPhone: true },
        { key: 'status', header: 'Status', sortValue: (delivery) => statusLabel(delivery.status), cell: (delivery) => <StatusBadge status={delivery.status} />, width: 110 },
    ];
}

const replay = ({ id }: Delivery) => take(api.POST('/portal/deliveries/{id}/replay', { params: { path: { id } } }));

export default function DeliveriesPage() {
    const [search, setSearch] = useSearchState(deliveriesRoute);
    const [shown, setShown] = useState<Delivery | null>(null);
    const { me } = useAffiliate();
    const allowed = me?.affiliate.postbacksAllowed === true;
    const postbacks = useQuery({
        queryKey: ['postbacks', 'all'],
        queryFn: () => readAll((cursor) => take(api.GET('/portal/postbacks', { params: { query: { limit: 200, cursor } } }))),
        staleTime: 60_000,
    });
    const nameOf = (id: string) => postbacks.data?.find((one) => one.id === id)?.name ?? '–';
    const columns = useColumns(nameOf);
    const { destinationId, accrualId } = search;
    const status = search.status as Delivery['status'] | undefined;
    const { query, pager } = usePagedQuery({
        queryKey: ['deliveries', { status, destinationId, accrualId }],
        read: (cursor) => take(api.GET('/portal/deliveries', { params: { query: { limit: 50, cursor, status, destinationId, accrualId } } })),
        cursor: search.cursor,
        setCursor: (cursor) => setSearch({ cursor }),
    });
    const filtered = Boolean(status ?? destinationId ?? accrualId);
    return (
        <>
            <PageHeader title="Deliveries" description="Messages to your postbacks, and what your tracker answered." />
            <FilterBar active={filtered} onClear={() => setSearch({ status: undefined, destinationId: undefined, accrualId: undefined })}>
                <FilterSelect label="Status" data={deliveryStatuses} value={status} onChange={(chosen) => setSearch({ status: chosen })} />
                <FilterSelect label="Postback" data={(postbacks.data ?? []).map(({ id, name }) => ({ value: id, label: name }))} value={destinationId} onChange={(chosen) => setSearch({ destinationId: chosen })} />
            </FilterBar>
            <DataTable
                label="Deliveries"
                columns={columns}
                query={query}
                pager={pager}
                rowKey={(delivery) => delivery.id}
                onRowClick={setShown}
                empty={
                    filtered ? (
                        <EmptyState title="No delivery matches" icon={IconMailForward} />
                    ) : (
                        <EmptyState title="Nothing was sent yet" icon={IconMailForward}>
                            Messages appear here when something happens to your players.
                        </EmptyState>
                    )
                }
            />
            <Drawer opened={shown !== null} onClose={() => setShown(null)} size="lg" title={<Text fw={600}>Delivery</Text>}>
                {shown && (
                    <DeliveryDetails
                        delivery={shown}
                        destination={nameOf(shown.destinationId)}
                        // A user who may define postbacks may also send their messages again.
                        actions={allowed && <SendAgain delivery={shown} send={() => replay(shown)} onDone={() => setShown(null)} />}
                    />
                )}
            </Drawer>
        </>
    );
}
