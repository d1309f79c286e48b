import { Button, Text } from '@mantine/core';
import { IconPlus, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { api, take, type Schema } from '@/api/client';
import { postbackColumns } from '@/outbox/postbackColumns';
import { destinationStatuses } from '@/outbox/words';
import { usePermissions } from '@/session/session';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, FilterSelect } from '@/ui/FilterBar';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { EmptyState } from '@/ui/states';
import { Drawer } from '@/ui/unsaved';
import { useSearchState } from '@/ui/useSearchState';
import { useAffiliateNames } from '../../affiliateNames';
import { AffiliateFilter } from '../../AffiliateSelect';
import { LinkButton } from '../../link';
import { PostbackForm } from './PostbackForm';
import { postbacksRoute } from './routes';

type Postback = Schema<'Postback'>;

function useColumns(): Column<Postback>[] {
    const affiliates = useAffiliateNames();
    return postbackColumns<Postback>([{ key: 'affiliate', header: 'Affiliate', sortValue: (postback) => affiliates.nameOf(postback.affiliateId), cell: (postback) => affiliates.nameOf(postback.affiliateId) }]);
}

export default function PostbacksPage() {
    const [search, setSearch] = useSearchState(postbacksRoute);
    const [edited, setEdited] = useState<Postback | 'new' | null>(null);
    const { write } = usePermissions();
    const columns = useColumns();
    const { affiliateId } = search;
    const status = search.status as Postback['status'] | undefined;
    const { query, pager } = usePagedQuery({
        queryKey: ['postbacks', { affiliateId, status }],
        read: (cursor) => take(api.GET('/postbacks', { params: { query: { limit: 50, cursor, affiliateId, status } } })),
        cursor: search.cursor,
        setCursor: (cursor) => setSearch({ cursor }),
    });
    const create = write && (
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            New postback
        </Button>
    );
    const close = () => setEdited(null);
    const filtered = Boolean(affiliateId ?? status);
    return (
        <>
            <PageHeader
                title="Postbacks"
                description="A postback calls a URL of an affiliate when something happens to one of its players."
                actions={
                    <>
                        <LinkButton to="/deliveries" variant="default">
                            Deliveries
                        </LinkButton>
                        {create}
                    </>
                }
            />
            <FilterBar active={filtered} onClear={() => setSearch({ affiliateId: undefined, status: undefined })}>
                <AffiliateFilter value={affiliateId} onChange={(chosen) => setSearch({ affiliateId: chosen })} />
                <FilterSelect label="Status" data={destinationStatuses} value={status} onChange={(chosen) => setSearch({ status: chosen })} />
            </FilterBar>
            <DataTable
                label="Postbacks"
                columns={columns}
                query={query}
                pager={pager}
                rowKey={(postback) => postback.id}
                onRowClick={write ? setEdited : undefined}
                empty={
                    filtered ? (
                        <EmptyState title="No postback matches" icon={IconSend} />
                    ) : (
                        <EmptyState title="No postbacks yet" icon={IconSend} action={create}>
                            A postback reports registrations, deposits and commission to the tracker of an affiliate.
                        </EmptyState>
                    )
                }
            />
            <Drawer opened={edited !== null} onClose={close} title={<Text fw={600}>{edited === 'new' ? 'New postback' : 'Edit postback'}</Text>}>
                {edited && <PostbackForm postback={edited === 'new' ? null : edited} onClose={close} />}
            </Drawer>
        </>
    );
}
