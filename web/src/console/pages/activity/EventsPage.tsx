import { Group, Stack, Text } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useState } from 'react';
import type { Schema } from '@/api/client';
import { useBrandNames } from '@/api/queries';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, FilterSelect, FilterText } from '@/ui/FilterBar';
import { Money, When } from '@/ui/Money';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { numberOf, timeOf } from '@/ui/sorting';
import { EmptyState } from '@/ui/states';
import { useSearchState } from '@/ui/useSearchState';
import { Drawer } from '@/ui/unsaved';
import { useAffiliateNames } from '../../affiliateNames';
import { AffiliateFilter } from '../../AffiliateSelect';
import { DaysFilter } from '../../reporting/DaysFilter';
import { Chips, DrillBanner, useDrillChips, type Chip } from '../../reporting/DrillBanner';
import { eventTypeNames, eventTypeOptions } from '../../reporting/names';
import { EventDetails } from './EventDetails';
import { EventIcon } from './EventIcon';
import { GoOn } from './GoOn';
import { eventList } from './questions';
import { eventsRoute } from './routes';

type StoredEvent = Schema<'StoredEvent'>;

function useColumns(): Column<StoredEvent>[] {
    const brands = useBrandNames();
    const affiliates = useAffiliateNames();
    return [
        {
            key: 'type',
            header: 'Event',
            sortValue: (event) => eventTypeNames[event.eventType],
            cell: (event) => (
                <Group gap="xs" wrap="nowrap">
                    <EventIcon type={event.eventType} size={24} />
                    {eventTypeNames[event.eventType]}
                </Group>
            ),
        },
        { key: 'player', header: 'Player', sortValue: (event) => event.playerExternalRef, cell: (event) => event.playerExternalRef },
        { key: 'affiliate', header: 'Affiliate', sortValue: (event) => affiliates.nameOf(event.affiliateId), cell: (event) => (event.affiliateId ? affiliates.nameOf(event.affiliateId) : <span className="fl-dimmed">–</span>) },
        { key: 'brand', header: 'Brand', sortValue: (event) => brands.nameOf(event.brandId), cell: (event) => brands.nameOf(event.brandId), hideOnPhone: true },
        { key: 'amount', header: 'Amount or NGR added', sortValue: (event) => numberOf(event.ngrDelta ?? event.amount), numeric: true, cell: (event) => <Money amount={event.ngrDelta ?? event.amount} currency={event.currency ?? undefined} colored /> },
        { key: 'time', header: 'Event time', sortValue: (event) => timeOf(event.eventTime), numeric: true, cell: (event) => <When at={event.eventTime} /> },
    ];
}

export default function EventsPage() {
    const [search, setSearch] = useSearchState(eventsRoute);
    const [opened, setOpened] = useState<StoredEvent | null>(null);
    const brands = useBrandNames();
    const { type, metric, brandId, affiliateId, linkId, playerId, idempotencyKey, from, to } = search;
    const { query, pager } = usePagedQuery({ ...eventList({ ...search }), setCursor: (next) => setSearch({ cursor: next }) });
    const chips = useDrillChips(search, setSearch).filter((chip) => chip.key !== 'days' || metric);
    const more: [string, string, string | undefined][] = [
        ['playerId', 'Player', playerId && 'one player'],
        ['linkId', 'Link', linkId && 'one link'],
        ['from', 'From', from],
        ['to', 'To', to],
    ];
    for (const [key, label, value] of more) {
        if (value) chips.push({ key, label, value, onRemove: () => setSearch({ [key]: undefined }) } satisfies Chip);
    }
    const clear = () =>
        setSearch({ ...Object.fromEntries(Object.keys(search).map((key) => [key, undefined])) });
    const active = Object.values(search).some((value) => value !== undefined);
    return (
        <>
            <PageHeader title="Events" description="All events that brands sent, newest first. An event that is sent again with the same idempotency key is recorded only once." />
            <DrillBanner
                search={search}
                narrowed={{ brand: brandId, affiliate: affiliateId, eventType: type }}
                comparable={!linkId && !playerId && !idempotencyKey && !from && !to}
                what="events"
                onClear={() => setSearch({ metric: undefined })}
            />
            <FilterBar active={active} onClear={clear}>
                <FilterSelect label="Type" data={eventTypeOptions} value={type} onChange={(value) => setSearch({ type: value })} />
                <FilterSelect label="Brand" data={brands.options} value={brandId} onChange={(value) => setSearch({ brandId: value })} />
                <AffiliateFilter value={affiliateId} onChange={(value) => setSearch({ affiliateId: value })} />
                <FilterText label="Player reference" value={search.player} onChange={(value) => setSearch({ player: value })} width={190} />
                <FilterText label="Idempotency key" value={idempotencyKey} onChange={(value) => setSearch({ idempotencyKey: value })} width={190} />
                <DaysFilter value={search} onChange={setSearch} />
            </FilterBar>
            <Stack gap="md">
                <Chips chips={chips} />
                <DataTable
                    label="Events"
                    columns={useColumns()}
                    query={query}
                    pager={pager}
                    rowKey={(event) => event.id}
                    onRowClick={setOpened}
                    empty={
                        <EmptyState title={active ? 'No event matches' : 'No events yet'} icon={IconBolt} action={<GoOn pager={pager} />}>
                            {active ? 'Remove a filter, or choose other days.' : 'Brands send events with an API key. Create a key under Settings → API keys. The API documentation shows a first request.'}
                        </EmptyState>
                    }
                />
            </Stack>
            <Drawer opened={opened !== null} onClose={() => setOpened(null)} title={<Text fw={600}>{opened ? eventTypeNames[opened.eventType] : ''}</Text>}>
                {opened && <EventDetails event={opened} />}
            </Drawer>
        </>
    );
}
