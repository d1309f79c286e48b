import { Anchor, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { ProfileCard, SecurityCards } from '@/session/ProfilePage';
import { useSession } from '@/session/session';
import { FormBody, useApiForm } from '@/ui/form';
import { PageHeader } from '@/ui/PageHeader';
import { ErrorNotice, LoadingState } from '@/ui/states';
import { queries } from '../../api';
import { Sources } from './Sources';

function ContactForm({ profile }: { profile: Schema<'PortalProfile'> }) {
    const client = useQueryClient();
    const form = useApiForm({
        initialValues: { name: profile.name, email: profile.email },
        validate: { name: (value) => (value.trim() ? null : 'Enter a name'), email: (value) => (value.includes('@') ? null : 'Enter an email address') },
        submit: (values) => take(api.PATCH('/portal/profile', { body: values })),
        onDone: (saved) => {
            client.setQueryData(queries.profile.queryKey, saved);
            void client.invalidateQueries({ queryKey: ['portal'] });
            notifications.show({ message: 'Details saved.' });
        },
    });
    return (
        <FormBody form={form} submitLabel="Save">
            <TextInput label="Name" autoComplete="organization" {...form.getInputProps('name')} />
            <TextInput label="Contact email" type="email" autoComplete="email" {...form.getInputProps('email')} />
        </FormBody>
    );
}

export default function ProfilePage() {
    const { user } = useSession();
    const { data: profile, error } = useQuery(queries.profile);
    return (
        <>
            <PageHeader title="Profile and security" description={`You log in as ${user.email}.`} />
            <Stack maw={560} gap="md">
                <ProfileCard title="Your details" description="The operator sees this name and writes to this email address. The email address of your log-in does not change.">
                    {profile ? <ContactForm profile={profile} /> : error ? <ErrorNotice error={error} /> : <LoadingState />}
                </ProfileCard>
                {profile?.accountManager && (
                    <ProfileCard title="Your account manager" description="Write to this address about your account.">
                        <Anchor href={`mailto:${profile.accountManager}`}>{profile.accountManager}</Anchor>
                    </ProfileCard>
                )}
                <ProfileCard title="Marketing sources" description="Your websites and channels. You can choose a source for each link and group reports by source.">
                    <Sources />
                </ProfileCard>
                <SecurityCards />
            </Stack>
        </>
    );
}
