import { Button, Stack, Text } from '@mantine/core';
import { IconPlus, IconRefresh, IconWebhook } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take, type Schema } from '@/api/client';
import { ApiError } from '@/api/error';
import { triggerLabel } from '@/outbox/words';
import { usePermissions } from '@/session/session';
import { ConfirmModal } from '@/ui/ConfirmModal';
import { CopyField } from '@/ui/copy';
import { DataTable, type Column } from '@/ui/DataTable';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { EmptyState, ErrorState } from '@/ui/states';
import { StatusBadge, statusLabel } from '@/ui/StatusBadge';
import { Drawer, Modal } from '@/ui/unsaved';
import { useSearchState } from '@/ui/useSearchState';
import { LinkButton } from '../../link';
import { webhooksRoute } from './routes';
import { WebhookForm } from './WebhookForm';

type Webhook = Schema<'Webhook'>;

const columns: Column<Webhook>[] = [
    { key: 'url', header: 'URL', sortValue: (webhook) => webhook.url, cell: (webhook) => webhook.url },
    { key: 'types', header: 'Messages', sortValue: (webhook) => webhook.types.map(triggerLabel).join(', '), cell: (webhook) => webhook.types.map(triggerLabel).join(', ') },
    { key: 'status', header: 'Status', sortValue: (webhook) => statusLabel(webhook.status), cell: (webhook) => <StatusBadge status={webhook.status} />, width: 110 },
];

// Shows a new secret. It cannot be shown again.
function NewSecret({ made, onClose }: { made: Schema<'CreatedWebhook'> | null; onClose: () => void }) {
    return (
        <Modal opened={made !== null} onClose={onClose} title={<Text fw={600}>Secret of the webhook</Text>} closeOnClickOutside={false} size="lg">
            {made && (
                <Stack gap="md">
                    <Text size="sm">Copy the secret now. It is not shown again. Your receiver needs it to check the signatures of messages.</Text>
                    <CopyField label="Secret" value={made.secret} />
                    <Button onClick={onClose} style={{ alignSelf: 'flex-end' }}>
                        I have copied it
                    </Button>
                </Stack>
            )}
        </Modal>
    );
}

export default function WebhooksPage() {
    const [search, setSearch] = useSearchState(webhooksRoute);
    const [edited, setEdited] = useState<Webhook | 'new' | null>(null);
    const [made, setMade] = useState<Schema<'CreatedWebhook'> | null>(null);
    const [rotated, setRotated] = useState<Webhook | null>(null);
    const { admin } = usePermissions();
    const client = useQueryClient();
    const { query, pager } = usePagedQuery({
        queryKey: ['webhooks', 'list'],
        read: (cursor) => take(api.GET('/webhooks', { params: { query: { limit: 50, cursor } } })),
        cursor: search.cursor,
        setCursor: (cursor) => setSearch({ cursor }),
        enabled: admin,
    });
    if (!admin) return <ErrorState error={new ApiError(403, 'forbidden', '')} />;
    const rotate = async (webhook: Webhook) => {
        const answer = await take(api.POST('/webhooks/{id}/rotate-secret', { params: { path: { id: webhook.id } } }));
        await client.invalidateQueries({ queryKey: ['webhooks'] });
        setEdited(null);
        setMade(answer);
    };
    const create = (
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            New webhook
        </Button>
    );
    const close = () => setEdited(null);
    return (
        <>
            <PageHeader
                title="Webhooks"
                description="A webhook sends signed messages to one of your own systems when something happens."
                actions={
                    <>
                        <LinkButton to="/deliveries" variant="default">
                            Deliveries
                        </LinkButton>
                        {create}
                    </>
                }
            />
            <DataTable
                label="Webhooks"
                columns={columns}
                query={query}
                pager={pager}
                rowKey={(webhook) => webhook.id}
                onRowClick={setEdited}
                empty={
                    <EmptyState title="No webhooks yet" icon={IconWebhook} action={create}>
                        A webhook notifies your backend of changes to affiliates, commission and statements.
                    </EmptyState>
                }
            />
            <Drawer opened={edited !== null} onClose={close} title={<Text fw={600}>{edited === 'new' ? 'New webhook' : 'Edit webhook'}</Text>}>
                {edited && (
                    <Stack>
                        <WebhookForm webhook={edited === 'new' ? null : edited} onClose={close} onMade={setMade} />
                        {edited !== 'new' && (
                            <Button variant="subtle" leftSection={<IconRefresh size={16} />} onClick={() => setRotated(edited)} style={{ alignSelf: 'flex-start' }}>
                                New secret
                            </Button>
                        )}
                    </Stack>
                )}
            </Drawer>
            <ConfirmModal opened={rotated !== null} onClose={() => setRotated(null)} title="Create a new secret?" confirmLabel="New secret" onConfirm={async () => rotated && rotate(rotated)}>
                For one day, messages are signed with the previous and the new secret. Give your receiver the new secret within that day.
            </ConfirmModal>
            <NewSecret made={made} onClose={() => setMade(null)} />
        </>
    );
}
