import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '@/api/client';
import { ErrorState, LoadingState } from '@/ui/states';
import { ChoosePassword } from './ChoosePassword';
import { EntryFrame } from './EntryFrame';
import { LinkButton } from './link';
import { auth, type Me } from './session';

// The password is set even if the log-in still needs a code.
async function setPassword(token: string, password: string): Promise<Me | 'totpRequired'> {
    try {
        return await auth.resetPassword({ token, password });
    } catch (error) {
        if (error instanceof ApiError && error.code === 'totp_required') return 'totpRequired';
        throw error;
    }
}

export default function ResetPage() {
    const { token = '' } = useSearch({ strict: false }) as { token?: string };
    const [isSet, setIsSet] = useState(false);
    const reset = useQuery({ queryKey: ['reset', token], queryFn: () => auth.readReset(token), retry: false, staleTime: Infinity });
    if (isSet) {
        return (
            <EntryFrame title="Password changed" description="Log in with your new password and a code from your authenticator app.">
                <LinkButton to="/login" fullWidth>
                    Go to login
                </LinkButton>
            </EntryFrame>
        );
    }
    if (reset.isPending) return <LoadingState />;
    if (reset.error instanceof ApiError && reset.error.status === 404) {
        return (
            <EntryFrame title="Link not valid" description="This link was used, a newer link replaced it, or it is older than one hour.">
                <LinkButton to="/forgotten" variant="default" fullWidth>
                    Ask for a new link
                </LinkButton>
            </EntryFrame>
        );
    }
    if (reset.error) return <ErrorState error={reset.error} retry={() => void reset.refetch()} />;
    return (
        <EntryFrame title="Choose a new password" description="This logs you out everywhere else.">
            <ChoosePassword email={reset.data.email} submit={(password) => setPassword(token, password)} onSet={() => setIsSet(true)} />
        </EntryFrame>
    );
}
