import { Button, Text } from '@mantine/core';
import { IconMailForward, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '@/api/client';
import { readAll } from '@/api/queries';
import { DeliveryDetails } from '@/outbox/DeliveryDetails';
import { SendAgain } from '@/outbox/SendAgain';
import { deliveryStatuses, destinationName, lastAnswer, triggerLabel, type Delivery } from '@/outbox/words';
import { usePermissions, useSession } from '@/session/session';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, FilterSelect, FilterText } from '@/ui/FilterBar';
import { When } from '@/ui/Money';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { timeOf } from '@/ui/sorting';
import { EmptyState } from '@/ui/states';
import { StatusBadge, statusLabel } from '@/ui/StatusBadge';
import { Drawer, Modal } from '@/ui/unsaved';
import { useSearchState } from '@/ui/useSearchState';
import { describeSchedule } from '../reports/scheduleWords';
import { ReplayForm } from './ReplayForm';
import { deliveriesRoute } from './routes';

// The names of postbacks and schedules, and the URLs of webhooks for those who may see them. All mails have one destination.
function useDestinations() {
    const { admin } = usePermissions();
    const { operator } = useSession();
    const postbacks = useQuery({
        queryKey: ['postbacks', 'all'],
        queryFn: () => readAll((cursor) => take(api.GET('/postbacks', { params: { query: { limit: 200, cursor } } }))),
        staleTime: 60_000,
    });
    const webhooks = useQuery({
        queryKey: ['webhooks', 'all'],
        queryFn: () => readAll((cursor) => take(api.GET('/webhooks', { params: { query: { limit: 200, cursor } } }))),
        staleTime: 60_000,
        enabled: admin,
    });
    const schedules = useQuery({
        queryKey: ['report-schedules', 'all'],
        queryFn: () => readAll((cursor) => take(api.GET('/report-schedules', { params: { query: { limit: 200, cursor } } }))),
        staleTime: 60_000,
    });
    return [
        ...(postbacks.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ...(webhooks.data ?? []).map(({ id, url }) => ({ value: id, label: url })),
        ...(schedules.data ?? []).filter(({ url }) => url).map((schedule) => ({ value: schedule.id, label: `Report: ${describeSchedule(schedule)}` })),
        { value: operator.id, label: 'Mail' },
    ];
}

const replay = ({ id }: Delivery) => take(api.POST('/deliveries/{id}/replay', { params: { path: { id } } }));

type Destinations = ReturnType<typeof useDestinations>;

function columnsOf(destinations: Destinations): Column<Delivery>[] {
    return [
        { key: 'created', header: 'Created', sortValue: (delivery) => timeOf(delivery.createdAt), width: 170, cell: (delivery) => <When at={delivery.createdAt} exact /> },
        { key: 'type', header: 'Message', sortValue: (delivery) => triggerLabel(delivery.type), cell: (delivery) => triggerLabel(delivery.type) },
        { key: 'destination', header: 'To', sortValue: (delivery) => destinationName(delivery, destinations), cell: (delivery) => destinationName(delivery, destinations) },
        { key: 'attempts', header: 'Attempts', sortValue: (delivery) => delivery.attemptCount, numeric: true, cell: (delivery) => delivery.attemptCount, hideOnPhone: true },
        { key: 'answer', header: 'Last answer', sortValue: lastAnswer, cell: (delivery) => lastAnswer(delivery), hideOnPhone: true },
        { key: 'status', header: 'Status', sortValue: (delivery) => statusLabel(delivery.status), cell: (delivery) => <StatusBadge status={delivery.status} />, width: 110 },
    ];
}

export default function DeliveriesPage() {
    const [search, setSearch] = useSearchState(deliveriesRoute);
    const [shown, setShown] = useState<Delivery | null>(null);
    const [replaying, setReplaying] = useState(false);
    const { write } = usePermissions();
    const destinations = useDestinations();
    const columns = columnsOf(destinations);
    const { destinationId, eventId, accrualId } = search;
    const status = search.status as Delivery['status'] | undefined;
    const { query, pager } = usePagedQuery({
        queryKey: ['deliveries', { status, destinationId, eventId, accrualId }],
        read: (cursor) => take(api.GET('/deliveries', { params: { query: { limit: 50, cursor, status, destinationId, eventId, accrualId } } })),
        cursor: search.cursor,
        setCursor: (cursor) => setSearch({ cursor }),
    });
    const filtered = Boolean(status ?? destinationId ?? eventId ?? accrualId);
    return (
        <>
            <PageHeader
                title="Deliveries"
                description="Messages to affiliates, to your own systems and to people, and whether they arrived."
                actions={
                    write && (
                        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={() => setReplaying(true)}>
                            Send a range again
                        </Button>
                    )
                }
            />
            <FilterBar active={filtered} onClear={() => setSearch({ status: undefined, destinationId: undefined, eventId: undefined, accrualId: undefined })}>
                <FilterSelect label="Status" data={deliveryStatuses} value={status} onChange={(chosen) => setSearch({ status: chosen })} />
                <FilterSelect label="Destination" data={destinations} value={destinationId} onChange={(chosen) => setSearch({ destinationId: chosen })} width={220} />
                <FilterText label="Event id" value={eventId} onChange={(typed) => setSearch({ eventId: typed })} />
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
                            Messages appear here when a postback or a webhook has something to report.
                        </EmptyState>
                    )
                }
            />
            <Drawer opened={shown !== null} onClose={() => setShown(null)} size="lg" title={<Text fw={600}>Delivery</Text>}>
                {shown && (
                    <DeliveryDetails
                        delivery={shown}
                        destination={destinationName(shown, destinations)}
                        actions={write && <SendAgain delivery={shown} send={() => replay(shown)} onDone={() => setShown(null)} />}
                    />
                )}
            </Drawer>
            <Modal opened={replaying} onClose={() => setReplaying(false)} title={<Text fw={600}>Send a range again</Text>}>
                {replaying && <ReplayForm destinations={destinations} onClose={() => setReplaying(false)} />}
            </Modal>
        </>
    );
}
