import { Button, Code, Stack, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take, type Schema } from '@/api/client';
import { useFormat } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { ConfirmModal } from '@/ui/ConfirmModal';
import { CodeBlock, CopyField } from '@/ui/copy';
import { DataTable, type Column } from '@/ui/DataTable';
import { When } from '@/ui/Money';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { EmptyState, ErrorState } from '@/ui/states';
import { useSearchState } from '@/ui/useSearchState';
import { ApiError } from '@/api/error';
import { timeOf } from '@/ui/sorting';
import { Drawer, Modal } from '@/ui/unsaved';
import { ApiKeyForm } from './ApiKeyForm';
import { examplePath, scopeLabel } from './keyScopes';
import { apiKeysRoute } from './routes';

type ApiKey = Schema<'ApiKey'>;

function useColumns(onToggle: (key: ApiKey) => void): Column<ApiKey>[] {
    const format = useFormat();
    return [
        { key: 'name', header: 'Name', sortValue: (key) => key.name, width: 120, cell: (key) => key.name },
        { key: 'prefix', header: 'Starts with', sortValue: (key) => key.prefix, cell: (key) => <Code style={{ whiteSpace: 'nowrap' }}>{key.prefix}…</Code> },
        { key: 'scopes', header: 'Scopes', sortValue: (key) => key.scopes.map(scopeLabel).join(', '), width: 120, cell: (key) => key.scopes.map(scopeLabel).join(', ') },
        { key: 'allowed', header: 'Allowed IP addresses', sortValue: (key) => key.allowedIps.join(', '), cell: (key) => (key.allowedIps.length === 0 ? 'All' : key.allowedIps.length > 2 ? `${key.allowedIps.slice(0, 2).join(', ')} and ${key.allowedIps.length - 2} more` : key.allowedIps.join(', ')) },
        { key: 'limit', header: 'Requests per minute', sortValue: (key) => key.requestsPerMinute, numeric: true, cell: (key) => format.number(key.requestsPerMinute), hideOnPhone: true },
        { key: 'created', header: 'Created', sortValue: (key) => timeOf(key.createdAt), cell: (key) => format.date(key.createdAt), hideOnPhone: true },
        { key: 'used', header: 'Last used', sortValue: (key) => timeOf(key.lastUsedAt), cell: (key) => (key.lastUsedAt ? <When at={key.lastUsedAt} /> : 'Never') },
        { key: 'active', header: 'Active', sortValue: (key) => (key.active ? 0 : 1), cell: (key) => <Switch aria-label={`${key.name} is active`} checked={key.active} onChange={() => onToggle(key)} />, width: 80 },
    ];
}

// Shows the new key. It cannot be shown again.
function NewKey({ made, onClose }: { made: Schema<'CreatedApiKey'> | null; onClose: () => void }) {
    const call = made && `curl '${window.location.origin}/api/v1${examplePath(made.scopes)}' -H 'X-API-Key: ${made.key}'`;
    return (
        <Modal opened={made !== null} onClose={onClose} title={<Text fw={600}>API key created</Text>} closeOnClickOutside={false} size="lg">
            {made && call && (
                <Stack gap="md">
                    <Text size="sm">
                        Copy the key “{made.name}” now. It is not shown again, because Fairlead stores only its hash.
                    </Text>
                    <CopyField label="API key" value={made.key} />
                    <div>
                        <Text size="sm" fw={500} mb={4}>
                            Try it
                        </Text>
                        <CodeBlock code={call} label="Command" />
                    </div>
                    <Button onClick={onClose} style={{ alignSelf: 'flex-end' }}>
                        I have copied it
                    </Button>
                </Stack>
            )}
        </Modal>
    );
}

export default function ApiKeysPage() {
    const [search, setSearch] = useSearchState(apiKeysRoute);
    const [edited, setEdited] = useState<ApiKey | 'new' | null>(null);
    const [made, setMade] = useState<Schema<'CreatedApiKey'> | null>(null);
    const [asked, setAsked] = useState<ApiKey | null>(null);
    const { manageKeys } = usePermissions();
    const client = useQueryClient();
    const { query, pager } = usePagedQuery({
        queryKey: ['api-keys', 'list'],
        read: (cursor) => take(api.GET('/api-keys', { params: { query: { limit: 50, cursor } } })),
        cursor: search.cursor,
        setCursor: (cursor) => setSearch({ cursor }),
        enabled: manageKeys,
    });
    const toggle = async (key: ApiKey) => {
        await take(api.PATCH('/api-keys/{id}', { params: { path: { id: key.id } }, body: { active: !key.active } }));
        await client.invalidateQueries({ queryKey: ['api-keys'] });
        notifications.show({ message: key.active ? `API key ${key.name} turned off. Its requests are refused.` : `API key ${key.name} turned on.` });
    };
    const columns = useColumns(setAsked);
    if (!manageKeys) return <ErrorState error={new ApiError(403, 'forbidden', '')} />;
    const create = (
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            New key
        </Button>
    );
    const close = () => setEdited(null);
    return (
        <>
            <PageHeader title="API keys" description="Programs use API keys to send events and read reports. Create one key per program with the scopes that it needs, so that you can turn off each one separately." actions={create} />
            <DataTable
                label="API keys"
                columns={columns}
                query={query}
                pager={pager}
                rowKey={(key) => key.id}
                onRowClick={setEdited}
                empty={
                    <EmptyState title="No API keys" icon={IconKey} action={create}>
                        Create a key for the program that sends events.
                    </EmptyState>
                }
            />
            <Drawer opened={edited !== null} onClose={close} title={<Text fw={600}>{edited === 'new' ? 'New API key' : 'Edit API key'}</Text>}>
                {edited && <ApiKeyForm apiKey={edited === 'new' ? null : edited} onClose={close} onMade={setMade} />}
            </Drawer>
            <NewKey made={made} onClose={() => setMade(null)} />
            <ConfirmModal
                opened={asked !== null}
                onClose={() => setAsked(null)}
                title={asked?.active ? 'Turn off this API key?' : 'Turn on this API key?'}
                confirmLabel={asked?.active ? 'Turn off' : 'Turn on'}
                danger={asked?.active}
                onConfirm={async () => asked && toggle(asked)}
            >
                {asked?.active ? `Requests with “${asked.name}” are refused immediately. You can turn the key on again.` : `Requests with “${asked?.name ?? ''}” are accepted immediately.`}
            </ConfirmModal>
        </>
    );
}
