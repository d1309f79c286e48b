import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, take, type Schema } from '@/api/client';
import { ApiError } from '@/api/error';
import { EntryFrame } from '@/session/EntryFrame';
import { ErrorState, LoadingState } from '@/ui/states';
import { LinkButton } from '../../link';
import { AffiliateStep } from './AffiliateStep';
import { EventStep } from './EventStep';
import { MailStep } from './MailStep';
import { OperatorStep } from './OperatorStep';

export type SetupResult = Schema<'SetupResult'>;

const steps = ['Your company', 'Mail', 'First event', 'First affiliate'] as const;

let remembered = '';

// The token in the address. It is remembered, because the page removes it from the address bar.
function readToken(): string {
    remembered = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? remembered;
    return remembered;
}

function NotOpen({ error }: { error: unknown }) {
    const used = error instanceof ApiError && error.status === 409;
    return (
        <EntryFrame
            title={used ? 'Already set up' : 'Set-up address not valid'}
            description={used ? 'This service already has an operator. Log in to continue.' : 'Use the whole address that the service printed when it was last started. Start the service again to get a new address.'}
        >
            <LinkButton to="/login" variant="default" fullWidth>
                Go to login
            </LinkButton>
        </EntryFrame>
    );
}

export default function SetupPage() {
    const [token] = useState(readToken);
    // Nobody should copy or share the address with the token in it.
    useEffect(() => {
        if (window.location.hash) window.history.replaceState(window.history.state, '', window.location.pathname);
    }, []);
    const [step, setStep] = useState(0);
    const [result, setResult] = useState<SetupResult | null>(null);
    const check = useQuery({
        queryKey: ['setup', token],
        queryFn: () => take(api.POST('/setup/check', { body: { token } })),
        enabled: token !== '' && result === null,
        retry: false,
        staleTime: Infinity,
    });
    const [sendsMails, setSendsMails] = useState(false);
    const next = () => setStep((now) => now + 1);
    if (!token) return <NotOpen error={null} />;
    if (!result) {
        if (check.isPending) return <LoadingState />;
        if (check.error instanceof ApiError && [404, 409].includes(check.error.status)) return <NotOpen error={check.error} />;
        if (check.error) return <ErrorState error={check.error} retry={() => void check.refetch()} />;
    }
    return (
        <EntryFrame
            wide={step > 0}
            title={step === 0 ? 'Set up Fairlead' : (steps[step] ?? '')}
            description={
                <Text size="sm" c="dimmed" aria-live="polite">
                    Step {step + 1} of {steps.length}
                    {step === 0 && ': your company, its first brand and your account'}
                </Text>
            }
        >
            {step === 0 && (
                <OperatorStep
                    token={token}
                    onDone={(made) => {
                        setSendsMails(check.data?.sendsMails ?? false);
                        setResult(made);
                        next();
                    }}
                />
            )}
            {step === 1 && result && <MailStep sendsMails={sendsMails} email={result.adminEmail} onNext={next} />}
            {step === 2 && result && <EventStep result={result} onNext={next} />}
            {step === 3 && result && <AffiliateStep brandId={result.brandId} />}
        </EntryFrame>
    );
}
