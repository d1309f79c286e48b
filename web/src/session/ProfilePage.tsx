import { Badge, Group, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { FormBody, useApiForm } from '@/ui/form';
import { PageHeader } from '@/ui/PageHeader';
import { wordsOf } from '@/ui/StatusBadge';
import { MailChoices } from './MailChoices';
import { OwnAddress } from './OwnAddress';
import { newPasswordError, passwordRule } from './password';
import { auth, useSession } from './session';
import { TwoFactor } from './TwoFactor';

export function ProfileCard(props: { title: string; description: ReactNode; badge?: ReactNode; children: ReactNode }) {
    return (
        <Paper p="lg" component="section" aria-label={props.title}>
            <Group gap="sm">
                <Title order={2}>{props.title}</Title>
                {props.badge}
            </Group>
            <Text c="dimmed" size="sm" mt={2} mb="md">
                {props.description}
            </Text>
            {props.children}
        </Paper>
    );
}

function ChangePassword() {
    const { user } = useSession();
    const form = useApiForm({
        initialValues: { currentPassword: '', newPassword: '' },
        validate: { currentPassword: (value) => (value ? null : 'Enter your current password'), newPassword: (value) => newPasswordError(value, user.email) },
        submit: auth.changePassword,
        onDone: () => {
            form.reset();
            notifications.show({ message: 'Password changed. Your other sessions have ended.' });
        },
    });
    return (
        <FormBody form={form} submitLabel="Change password">
            <PasswordInput label="Current password" autoComplete="current-password" {...form.getInputProps('currentPassword')} />
            <PasswordInput label="New password" description={passwordRule} autoComplete="new-password" {...form.getInputProps('newPassword')} />
        </FormBody>
    );
}

// Two-factor authentication, the password, the address and the mails, which every user has in both applications.
export function SecurityCards() {
    const { user } = useSession();
    return (
        <>
            <ProfileCard
                title="Two-factor authentication"
                description="Each log-in also needs a code from your phone, so a stolen password is not enough."
                badge={user.totpEnabled ? <Badge color="green">On</Badge> : <Badge color="gray">Off</Badge>}
            >
                <TwoFactor />
            </ProfileCard>
            <ProfileCard title="Password" description="A new password ends all your other sessions.">
                <ChangePassword />
            </ProfileCard>
            <ProfileCard title="Email address" description="You log in with this address, and mails go to it.">
                <OwnAddress />
            </ProfileCard>
            <ProfileCard title="Mails" description="Mails that your account needs, such as a link for a new password, are always sent.">
                <MailChoices />
            </ProfileCard>
        </>
    );
}

export default function ProfilePage() {
    const { user } = useSession();
    return (
        <>
            <PageHeader title="Profile and security" description={`${user.email} · ${wordsOf(user.role)}`} />
            <Stack maw={560} gap="md">
                <SecurityCards />
            </Stack>
        </>
    );
}
