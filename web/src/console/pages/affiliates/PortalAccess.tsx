import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take, type Schema } from '@/api/client';
import { useFormat } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { CopyField } from '@/ui/copy';
import { ErrorNotice } from '@/ui/states';
import { StatusBadge } from '@/ui/StatusBadge';
import { Modal } from '@/ui/unsaved';
import type { Affiliate } from './affiliateRows';

// Only admins may see users. Others see only the invitation.
function People({ affiliateId }: { affiliateId: string }) {
    const { data } = useQuery({
        queryKey: ['users', { affiliateId }],
        queryFn: () => take(api.GET('/users', { params: { query: { affiliateId, limit: 20 } } })),
    });
    if (!data) return null;
    if (data.items.length === 0) {
        return (
            <Text size="sm" c="dimmed">
                No users yet.
            </Text>
        );
    }
    return (
        <Stack gap="xs">
            {data.items.map((user) => (
                <Group key={user.id} gap="sm" justify="space-between">
                    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                        {user.email}
                    </Text>
                    <StatusBadge status={user.status} />
                </Group>
            ))}
        </Stack>
    );
}

function Invitation({ invitation, onClose }: { invitation: Schema<'Invitation'> | null; onClose: () => void }) {
    const format = useFormat();
    return (
        <Modal opened={invitation !== null} onClose={onClose} title={<Text fw={600}>Invitation created</Text>} size="md" closeOnClickOutside={false}>
            {invitation && (
                <Stack gap="md">
                    <Text size="sm">
                        {invitation.mailed ? `This link is sent to ${invitation.email} by email.` : `Send this link to ${invitation.email}.`} The link opens a page to choose a password for the portal. It works once, until{' '}
                        {format.dateTime(invitation.expiresAt)}.
                    </Text>
                    <CopyField label="Invitation link" value={invitation.url} />
                    <Alert color="yellow" variant="light">
                        The link is shown only once. A new invitation replaces it.
                    </Alert>
                    <Group justify="flex-end">
                        <Button onClick={onClose}>Done</Button>
                    </Group>
                </Stack>
            )}
        </Modal>
    );
}

export function PortalAccess({ affiliate }: { affiliate: Affiliate }) {
    const { write, manageUsers } = usePermissions();
    const client = useQueryClient();
    const [busy, setBusy] = useState(false);
    const [error, setError] = useState<unknown>(null);
    const [invitation, setInvitation] = useState<Schema<'Invitation'> | null>(null);
    const invite = async () => {
        setBusy(true);
        setError(null);
        try {
            setInvitation(await take(api.POST('/affiliates/{id}/invite', { params: { path: { id: affiliate.id } } })));
            void client.invalidateQueries({ queryKey: ['users'] });
        } catch (refused) {
            setError(refused);
        } finally {
            setBusy(false);
        }
    };
    return (
        <Paper p="lg">
            <Title order={2} mb={4}>
                Portal access
            </Title>
            <Text size="sm" c="dimmed" mb="md">
                In the portal, affiliates see their own results, create links and read statements. If a user forgot the
                password, create a new invitation.
            </Text>
            <Stack gap="md" align="stretch">
                {manageUsers && <People affiliateId={affiliate.id} />}
                <ErrorNotice error={error} />
                {write && (
                    <Button variant="default" leftSection={<IconMailForward size={16} />} loading={busy} onClick={() => void invite()} style={{ alignSelf: 'flex-start' }}>
                        Create invitation
                    </Button>
                )}
            </Stack>
            <Invitation invitation={invitation} onClose={() => setInvitation(null)} />
        </Paper>
    );
}
