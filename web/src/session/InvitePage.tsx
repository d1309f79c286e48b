import { PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ApiError } from '@/api/client';
import { FormBody, useApiForm } from '@/ui/form';
import { ErrorState, LoadingState } from '@/ui/states';
import { EntryFrame } from './EntryFrame';
import { LinkButton, useNavigate } from './link';
import { newPasswordError, passwordRule } from './password';
import { auth, useEnter } from './session';

function ChoosePassword({ token, email }: { token: string; email: string }) {
    const enter = useEnter();
    const navigate = useNavigate();
    const form = useApiForm({
        initialValues: { password: '', repeated: '' },
        validate: {
            password: (value) => newPasswordError(value, email),
            repeated: (value, values) => (value === values.password ? null : 'The passwords differ'),
        },
        submit: ({ password }) => auth.acceptInvite({ token, password }),
        onDone: (me) => {
            enter(me);
            void navigate({ to: '/', replace: true });
        },
    });
    return (
        <FormBody form={form} submitLabel="Set password and continue" fullWidth>
            <TextInput label="Email" type="email" autoComplete="username" size="md" readOnly value={email} variant="filled" />
            <PasswordInput label="Password" description={passwordRule} autoComplete="new-password" autoFocus size="md" {...form.getInputProps('password')} />
            <PasswordInput label="Repeat password" autoComplete="new-password" size="md" {...form.getInputProps('repeated')} />
        </FormBody>
    );
}

export default function InvitePage() {
    const { token = '' } = useSearch({ strict: false }) as { token?: string };
    const invite = useQuery({ queryKey: ['invite', token], queryFn: () => auth.readInvite(token), retry: false, staleTime: Infinity });
    if (invite.isPending) return <LoadingState />;
    if (invite.error instanceof ApiError && invite.error.status === 404) {
        return (
            <EntryFrame title="Invitation not valid" description="This link was already used, was replaced, or is older than seven days. Ask the person who invited you for a new one.">
                <LinkButton to="/login" variant="default" fullWidth>
                    Go to login
                </LinkButton>
            </EntryFrame>
        );
    }
    if (invite.error) return <ErrorState error={invite.error} retry={() => void invite.refetch()} />;
    const { email, operator } = invite.data;
    return (
        <EntryFrame title={`Welcome to ${operator.portal?.name ?? operator.name}`} description="Choose a password for your account.">
            <ChoosePassword token={token} email={email} />
        </EntryFrame>
    );
}
