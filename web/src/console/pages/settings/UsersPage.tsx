import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDots, IconMail, IconPlus, IconShieldCheck, IconUserCheck, IconUserOff, IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '@/api/client';
import { ApiError } from '@/api/error';
import { useFormat } from '@/format/useFormat';
import { usePermissions, useSession } from '@/session/session';
import { ConfirmModal } from '@/ui/ConfirmModal';
import { CopyField } from '@/ui/copy';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, FilterSelect } from '@/ui/FilterBar';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { timeOf } from '@/ui/sorting';
import { EmptyState, ErrorState } from '@/ui/states';
import { StatusBadge, statusLabel, statusOptions } from '@/ui/StatusBadge';
import { useSearchState } from '@/ui/useSearchState';
import { Drawer, Modal } from '@/ui/unsaved';
import { useAffiliateNames } from '../../affiliateNames';
import { usersRoute } from './routes';
import { UserForm } from './UserForm';
import { roles, statuses, type User } from './userWords';

interface Invitation {
    email: string;
    url: string;
    mailed: boolean;
}

type Asked = { what: 'disable' | 'enable' | 'invite'; user: User };

function UserMenu({ user, onAsk }: { user: User; onAsk: (asked: Asked) => void }) {
    const off = user.status === 'disabled';
    return (
        <Menu position="bottom-end">
            <Menu.Target>
                <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${user.email}`}>
                    <IconDots size={16} />
                </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
                {!off && (
                    <Menu.Item leftSection={<IconMail size={16} />} onClick={() => onAsk({ what: 'invite', user })}>
                        {user.status === 'invited' ? 'Replace invitation' : 'Reset password'}
                    </Menu.Item>
                )}
                {off ? (
                    <Menu.Item leftSection={<IconUserCheck size={16} />} onClick={() => onAsk({ what: 'enable', user })}>
                        Enable
                    </Menu.Item>
                ) : (
                    <Menu.Item color="red" leftSection={<IconUserOff size={16} />} onClick={() => onAsk({ what: 'disable', user })}>
                        Disable
                    </Menu.Item>
                )}
            </Menu.Dropdown>
        </Menu>
    );
}

function useColumns(onAsk: (asked: Asked) => void): Column<User>[] {
    const affiliates = useAffiliateNames();
    const format = useFormat();
    const { user: me } = useSession();
    const role = (user: User) => (user.role === 'affiliate' ? `Affiliate: ${affiliates.nameOf(user.affiliateId)}` : roles[user.role].label);
    return [
        {
            key: 'email',
            header: 'Email',
            sortValue: (user) => user.email,
            cell: (user) => (
                <>
                    {user.email}
                    {user.id === me.id && (
                        <Text span size="xs" c="dimmed">
                            {' '}
                            (you)
                        </Text>
                    )}
                </>
            ),
        },
        { key: 'role', header: 'Role', sortValue: role, cell: role },
        {
            key: 'totp',
            header: 'Two-factor',
            sortValue: (user) => (user.totpEnabled ? 'On' : 'Off'),
            cell: (user) =>
                user.totpEnabled ? (
                    <Group gap={4} component="span" display="inline-flex" c="var(--fl-good)">
                        <IconShieldCheck size={16} aria-hidden /> On
                    </Group>
                ) : (
                    <span className="fl-dimmed">
                        Off
                    </span>
                ),
        },
        { key: 'created', header: 'Created', sortValue: (user) => timeOf(user.createdAt), cell: (user) => format.date(user.createdAt), hideOnPhone: true },
        { key: 'status', header: 'Status', sortValue: (user) => statusLabel(user.status), cell: (user) => <StatusBadge status={user.status} />, width: 110 },
        { key: 'more', header: '', cell: (user) => (user.id === me.id ? null : <UserMenu user={user} onAsk={onAsk} />), width: 50 },
    ];
}

function InvitationModal({ invitation, onClose }: { invitation: Invitation | null; onClose: () => void }) {
    return (
        <Modal opened={invitation !== null} onClose={onClose} title={<Text fw={600}>Invitation created</Text>} closeOnClickOutside={false} size="lg">
            {invitation && (
                <Stack gap="md">
                    <Text size="sm">
                        {invitation.mailed
                            ? `A mail with this link is on its way to ${invitation.email}.`
                            : `Send this link to ${invitation.email}.`}{' '}
                        The link opens a page to choose a password. It works once, within seven days, and is shown only now.
                    </Text>
                    <CopyField label="Invitation link" value={invitation.url} />
                    <Button onClick={onClose} style={{ alignSelf: 'flex-end' }}>
                        {invitation.mailed ? 'Done' : 'I have copied it'}
                    </Button>
                </Stack>
            )}
        </Modal>
    );
}

function askWords({ what, user }: Asked): { title: string; label: string; words: string } {
    if (what === 'disable') return { title: 'Disable this user?', label: 'Disable', words: `${user.email} is logged out immediately and cannot log in until you enable the user again. No data is lost.` };
    if (what === 'enable') return { title: 'Enable this user?', label: 'Enable', words: `${user.email} can log in again with the same password.` };
    return { title: user.status === 'invited' ? 'Replace this invitation?' : 'Reset the password?', label: 'Create link', words: `${user.email} gets a link by mail to choose a password. If this service sends no mail, you get the link and send it yourself. The previous link no longer works.` };
}

export default function UsersPage() {
    const [search, setSearch] = useSearchState(usersRoute);
    const [edited, setEdited] = useState<User | 'new' | null>(null);
    const [asked, setAsked] = useState<Asked | null>(null);
    const [invitation, setInvitation] = useState<Invitation | null>(null);
    const { manageUsers } = usePermissions();
    const client = useQueryClient();
    const role = search.role as User['role'] | undefined;
    const status = search.status as User['status'] | undefined;
    const { query, pager } = usePagedQuery({
        queryKey: ['users', 'list', { role, status }],
        read: (cursor) => take(api.GET('/users', { params: { query: { limit: 50, cursor, role, status } } })),
        cursor: search.cursor,
        setCursor: (cursor) => setSearch({ cursor }),
        enabled: manageUsers,
    });
    const columns = useColumns(setAsked);
    if (!manageUsers) return <ErrorState error={new ApiError(403, 'forbidden', '')} />;
    const act = async ({ what, user }: Asked) => {
        const path = { params: { path: { id: user.id } } };
        if (what === 'invite') {
            const made = await take(api.POST('/users/{id}/invite', path));
            setInvitation(made);
        } else {
            const after = what === 'disable' ? ('disabled' as const) : ('active' as const);
            await take(api.PATCH('/users/{id}', { ...path, body: { status: after } }));
            notifications.show({ message: `${user.email} is ${what}d.` });
        }
        await client.invalidateQueries({ queryKey: ['users'] });
    };
    const invite = (
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            Invite user
        </Button>
    );
    const words = asked && askWords(asked);
    const close = () => setEdited(null);
    return (
        <>
            <PageHeader title="Users" description="People who can log in to this console, or to the portal of an affiliate." actions={invite} />
            <FilterBar active={Boolean(role || status)} onClear={() => setSearch({ role: undefined, status: undefined })}>
                <FilterSelect label="Role" data={Object.entries(roles).map(([value, { label }]) => ({ value, label }))} value={role} onChange={(chosen) => setSearch({ role: chosen })} />
                <FilterSelect label="Status" data={statusOptions(...statuses)} value={status} onChange={(chosen) => setSearch({ status: chosen })} />
            </FilterBar>
            <DataTable
                label="Users"
                columns={columns}
                query={query}
                pager={pager}
                rowKey={(user) => user.id}
                onRowClick={setEdited}
                empty={<EmptyState title={role || status ? 'No user matches' : 'No users yet'} icon={IconUsers} action={role || status ? undefined : invite} />}
            />
            <Drawer opened={edited !== null} onClose={close} title={<Text fw={600}>{edited === 'new' ? 'Invite user' : 'Edit user'}</Text>}>
                {edited && <UserForm user={edited === 'new' ? null : edited} onClose={close} onInvited={setInvitation} />}
            </Drawer>
            <ConfirmModal opened={asked !== null} onClose={() => setAsked(null)} title={words?.title ?? ''} confirmLabel={words?.label ?? ''} danger={asked?.what === 'disable'} onConfirm={async () => asked && act(asked)}>
                {words?.words}
            </ConfirmModal>
            <InvitationModal invitation={invitation} onClose={() => setInvitation(null)} />
        </>
    );
}
