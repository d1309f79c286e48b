import { Alert, Button, Group, Modal, Paper, Stack, Text, Title } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take, type Schema } from '@/api/client';
import { useFormat } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { CopyField } from '@/ui/copy';
import { ErrorNotice } from '@/ui/states';
import { StatusBadge } from '@/ui/StatusBadge';
import type { Affiliate } from './affiliateRows';

// Only admins may see users; to others the card offers the invitation alone.
function People({ affiliateId }: { affiliateId: string }) {
    const { data } = useQuery({
        queryKey: ['users', { affiliateId }],
        queryFn: () => take(api.GET('/users', { params: { query: { affiliateId, limit: 20 } } })),
    });
    if (!data) return null;
    if (data.items.length === 0) {
        return (
            <Text size="sm" c="dimmed">
                Nobody has been invited yet.
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
        <Modal opened={invitation !== null} onClose={onClose} title={<Text fw={600}>The invitation is ready</Text>} size="md" closeOnClickOutside={false}>
            {invitation && (
                <Stack gap="md">
                    <Text size="sm">
                        Send this address to {invitation.email}. Whoever opens it chooses a password and is in the portal. It works once, until{' '}
                        {format.dateTime(invitation.expiresAt)}.
                    </Text>
                    <CopyField label="Invitation address" value={invitation.url} />
                    <Alert color="yellow" variant="light">
                        It is shown only now. If it gets lost, make a new one; the old one then stops working.
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
                In the portal affiliates see their own numbers, make links and read their statements. An invitation is also the way back for somebody who forgot
                the password.
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
