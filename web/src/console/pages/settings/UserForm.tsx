import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { useSession } from '@/session/session';
import { FormBody, useApiForm } from '@/ui/form';
import { AffiliateSelect } from '../../AffiliateSelect';
import { healthQuery } from '../home/questions';
import { consoleRoles, roles, type User } from './userWords';

interface UserFormProps {
    // Null for a new user.
    user: User | null;
    onClose: () => void;
    onInvited: (invitation: { email: string; url: string; mailed: boolean }) => void;
}

// How the invitation reaches the user.
function HowInvited() {
    const { data } = useQuery(healthQuery);
    if (!data) return null;
    return (
        <Text size="xs" c="dimmed">
            {data.mail.enabled ? 'The user gets the invitation by mail.' : 'This service has no mail server, so it sends no mail. You get a link to send.'}
        </Text>
    );
}

export function UserForm({ user, onClose, onInvited }: UserFormProps) {
    const client = useQueryClient();
    const { user: me } = useSession();
    const form = useApiForm({
        initialValues: { email: user?.email ?? '', role: user?.role ?? ('viewer' as User['role']), affiliateId: user?.affiliateId ?? null },
        submit: async (values) => {
            const affiliateId = values.role === 'affiliate' ? values.affiliateId : null;
            if (user) {
                await take(api.PATCH('/users/{id}', { params: { path: { id: user.id } }, body: { role: values.role, affiliateId } }));
                return null;
            }
            return take(api.POST('/users', { body: { email: values.email.trim(), role: values.role, status: 'invited', totpEnabled: false, ...(affiliateId ? { affiliateId } : {}) } }));
        },
        onDone: (made, values) => {
            void client.invalidateQueries({ queryKey: ['users'] });
            onClose();
            if (made) onInvited({ email: made.email, url: made.inviteUrl, mailed: made.mailed });
            else notifications.show({ message: `User ${values.email} saved.` });
        },
    });
    const isMe = user?.id === me.id;
    // A user of the portal cannot become a user of the console, or the reverse.
    const offered = user ? (user.role === 'affiliate' ? (['affiliate'] as const) : consoleRoles) : ([...consoleRoles, 'affiliate'] as const);
    return (
        <FormBody form={form} submitLabel={user ? 'Save' : 'Invite'} onCancel={onClose}>
            <TextInput label="Email" type="email" required data-autofocus={!user || undefined} disabled={user !== null} {...form.getInputProps('email')} />
            <Radio.Group label="Role" description={isMe ? 'You cannot change your own role' : undefined} {...form.getInputProps('role')}>
                <Stack gap="xs" mt={8}>
                    {offered.map((role) => (
                        <Radio key={role} value={role} label={roles[role].label} description={roles[role].may} disabled={isMe} />
                    ))}
                </Stack>
            </Radio.Group>
            {form.values.role === 'affiliate' && (
                <AffiliateSelect label="Affiliate" required disabled={user !== null} {...form.getInputProps('affiliateId')} />
            )}
            {!user && <HowInvited />}
        </FormBody>
    );
}
