import { Alert, Button, Text } from '@mantine/core';
import { IconPlus, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { api, take, type Schema } from '@/api/client';
import { postbackColumns } from '@/outbox/postbackColumns';
import { DataTable } from '@/ui/DataTable';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { EmptyState } from '@/ui/states';
import { Drawer } from '@/ui/unsaved';
import { useSearchState } from '@/ui/useSearchState';
import { LinkButton } from '../../link';
import { useAffiliate } from '../../me';
import { PostbackForm } from './PostbackForm';
import { postbacksRoute } from './routes';

type Postback = Schema<'PortalPostback'>;

const columns = postbackColumns<Postback>();

export default function PostbacksPage() {
    const [search, setSearch] = useSearchState(postbacksRoute);
    const [edited, setEdited] = useState<Postback | 'new' | null>(null);
    const { me } = useAffiliate();
    const allowed = me?.affiliate.postbacksAllowed === true;
    const { query, pager } = usePagedQuery({
        queryKey: ['postbacks', 'list'],
        read: (cursor) => take(api.GET('/portal/postbacks', { params: { query: { limit: 50, cursor } } })),
        cursor: search.cursor,
        setCursor: (cursor) => setSearch({ cursor }),
    });
    const create = allowed && (
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            New postback
        </Button>
    );
    const close = () => setEdited(null);
    return (
        <>
            <PageHeader
                title="Postbacks"
                description="A postback calls your tracker when something happens to one of your players."
                actions={
                    <>
                        <LinkButton to="/deliveries" variant="default">
                            Deliveries
                        </LinkButton>
                        {create}
                    </>
                }
            />
            {me && !allowed && (
                <Alert mb="md" color="gray">
                    Ask the operator to set up postbacks for you, or to allow you to define them.
                </Alert>
            )}
            <DataTable
                label="Postbacks"
                columns={columns}
                query={query}
                pager={pager}
                rowKey={(postback) => postback.id}
                onRowClick={allowed ? setEdited : undefined}
                empty={
                    <EmptyState title="No postbacks yet" icon={IconSend} action={create}>
                        A postback reports registrations, deposits and commission to your tracker.
                    </EmptyState>
                }
            />
            <Drawer opened={edited !== null} onClose={close} title={<Text fw={600}>{edited === 'new' ? 'New postback' : 'Edit postback'}</Text>}>
                {edited && me && <PostbackForm me={me} postback={edited === 'new' ? null : edited} onClose={close} />}
            </Drawer>
        </>
    );
}
