import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ApiError } from '@/api/client';
import { ErrorNotice } from '@/ui/states';
import { EntryFrame } from './EntryFrame';
import { LinkButton } from './link';
import { addressQuery, auth, meQuery } from './session';

const toProfile = (
    <LinkButton to="/profile" variant="default" fullWidth>
        Go to your profile
    </LinkButton>
);

// Opened by the links in the mails to the old and the new address.
export default function ConfirmAddressPage() {
    const { token = '' } = useSearch({ strict: false }) as { token?: string };
    const client = useQueryClient();
    const confirm = useMutation({
        mutationFn: () => auth.confirmAddress(token),
        onSuccess: () => {
            void client.invalidateQueries({ queryKey: meQuery.queryKey });
            void client.invalidateQueries({ queryKey: addressQuery.queryKey });
        },
    });
    if (confirm.data) {
        const { email, changed } = confirm.data;
        return (
            <EntryFrame
                title={changed ? 'Address changed' : 'Address confirmed'}
                description={changed ? `From now on you log in with ${email}.` : `The change to ${email} also needs a confirmation from the other address. Open the link in the mail that we sent there.`}
            >
                {toProfile}
            </EntryFrame>
        );
    }
    if (confirm.error instanceof ApiError && confirm.error.status === 404) {
        return (
            <EntryFrame title="Link not valid" description="This link was used or cancelled, a newer link replaced it, or it is older than one day.">
                {toProfile}
            </EntryFrame>
        );
    }
    return (
        <EntryFrame title="Change of your email address" description="Your address changes when both the old and the new address have confirmed the change.">
            <Stack gap="sm">
                <ErrorNotice error={confirm.error} />
                <Button fullWidth loading={confirm.isPending} onClick={() => confirm.mutate()}>
                    Confirm the change
                </Button>
            </Stack>
        </EntryFrame>
    );
}
