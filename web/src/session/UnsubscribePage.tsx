import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ApiError } from '@/api/client';
import { ErrorNotice } from '@/ui/states';
import { EntryFrame } from './EntryFrame';
import { LinkButton } from './link';
import { aboutTopic, isOfReport } from './mailTopics';
import { auth } from './session';

const toProfile = (
    <LinkButton to="/profile" variant="default" fullWidth>
        Choose your mails
    </LinkButton>
);

// Opened by the link below a mail. It asks first: programs that look at links must not unsubscribe anybody.
export default function UnsubscribePage() {
    const { token = '' } = useSearch({ strict: false }) as { token?: string };
    const unsubscribe = useMutation({ mutationFn: () => auth.unsubscribe(token) });
    if (unsubscribe.data) {
        return (
            <EntryFrame title="Unsubscribed" description={`You no longer get mails about ${aboutTopic(unsubscribe.data.topic)}.`}>
                {toProfile}
            </EntryFrame>
        );
    }
    if (unsubscribe.error instanceof ApiError && unsubscribe.error.status === 404) {
        return (
            <EntryFrame title="Link not valid" description="The link is not complete, or the account does not exist any more.">
                {toProfile}
            </EntryFrame>
        );
    }
    return (
        <EntryFrame
            title="Unsubscribe"
            description={
                isOfReport(token)
                    ? 'You no longer get this report. The people who manage reports can send it to you again.'
                    : 'You no longer get mails of this kind. You can change this in your profile.'
            }
        >
            <Stack gap="sm">
                <ErrorNotice error={unsubscribe.error} />
                <Button fullWidth loading={unsubscribe.isPending} onClick={() => unsubscribe.mutate()}>
                    Unsubscribe
                </Button>
                {toProfile}
            </Stack>
        </EntryFrame>
    );
}
