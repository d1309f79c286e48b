import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, type Schema } from '@/api/client';
import { useFormat } from '@/format/useFormat';
import { FormBody, useApiForm } from '@/ui/form';
import { ErrorNotice, ErrorState, LoadingState } from '@/ui/states';
import { addressQuery, auth, mailsQuery } from './session';

type Address = Schema<'OwnAddress'>;

async function request(values: { email: string; password: string }): Promise<Address> {
    try {
        return await auth.requestAddress({ ...values, email: values.email.trim() });
    } catch (error) {
        if (error instanceof ApiError && error.status === 409) {
            throw new ApiError(409, error.code, 'This service sends no email. Ask an admin to change your address.');
        }
        throw error;
    }
}

function ChangeAddress({ email }: { email: string }) {
    const client = useQueryClient();
    const sendsMails = useQuery(mailsQuery).data?.sendsMails;
    const form = useApiForm({
        initialValues: { email: '', password: '' },
        validate: { email: (value) => (value.includes('@') ? null : 'Enter an email address'), password: (value) => (value ? null : 'Enter your password') },
        submit: request,
        onDone: (address) => client.setQueryData(addressQuery.queryKey, address),
    });
    return (
        <FormBody form={form} submitLabel="Send the links">
            {sendsMails === false && <Alert color="yellow">This service has no mail server, so it cannot send the links. Ask an admin to change your address.</Alert>}
            <Text size="sm">Your address is {email}. A new address must be confirmed by a link to the old one and a link to the new one.</Text>
            <TextInput label="New email" type="email" autoComplete="email" {...form.getInputProps('email')} />
            <PasswordInput label="Your password" autoComplete="current-password" {...form.getInputProps('password')} />
        </FormBody>
    );
}

function PendingChange({ email, change }: { email: string; change: NonNullable<Address['change']> }) {
    const client = useQueryClient();
    const format = useFormat();
    const cancel = useMutation({
        mutationFn: auth.cancelAddress,
        onSuccess: () => {
            client.setQueryData(addressQuery.queryKey, { email, change: null });
            notifications.show({ message: `Change cancelled. Your address stays ${email}.` });
        },
    });
    const open = [...(change.oldConfirmed ? [] : [email]), ...(change.newConfirmed ? [] : [change.email])];
    return (
        <Stack gap="sm">
            <Text size="sm">
                Your address changes from {email} to {change.email}. Open the link in the mail to {open.join(' and in the mail to ')} until{' '}
                {format.dateTime(change.expiresAt)}.
            </Text>
            <ErrorNotice error={cancel.error} />
            <Group justify="flex-end">
                <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
                    Cancel the change
                </Button>
            </Group>
        </Stack>
    );
}

// The user's e-mail address, and a change that waits for both addresses.
export function OwnAddress() {
    const { data, error, refetch } = useQuery(addressQuery);
    if (!data) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingState />;
    return data.change ? <PendingChange email={data.email} change={data.change} /> : <ChangeAddress email={data.email} />;
}
