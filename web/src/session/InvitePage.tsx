import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ApiError } from '@/api/client';
import { ErrorState, LoadingState } from '@/ui/states';
import { ChoosePassword } from './ChoosePassword';
import { EntryFrame } from './EntryFrame';
import { LinkButton } from './link';
import { auth } from './session';

export default function InvitePage() {
    const { token = '' } = useSearch({ strict: false }) as { token?: string };
    const invite = useQuery({ queryKey: ['invite', token], queryFn: () => auth.readInvite(token), retry: false, staleTime: Infinity });
    if (invite.isPending) return <LoadingState />;
    if (invite.error instanceof ApiError && invite.error.status === 404) {
        return (
            <EntryFrame title="Invitation not valid" description="This link was used, a newer link replaced it, or it is older than seven days. Ask the person who invited you for a new one.">
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
            <ChoosePassword email={email} submit={(password) => auth.acceptInvite({ token, password })} />
        </EntryFrame>
    );
}
