import { Button, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EntryFrame } from './EntryFrame';
import { useLogout, useSession } from './session';
import { EnableSteps, type Step } from './TwoFactor';

// Shown instead of every page to a user whose role requires two-factor authentication and who has not set it up.
export default function SecondFactorPage() {
    const { operator } = useSession();
    const client = useQueryClient();
    const logOut = useLogout();
    const [step, setStep] = useState<Step>({ name: 'password' });
    return (
        <EntryFrame title="Set up two-factor authentication" description={`${operator.name} requires two-factor authentication for your role. You need an authenticator app on your phone. You can use the other pages when you have set it up.`}>
            <Stack gap="lg">
                <EnableSteps step={step} setStep={setStep} onDone={() => void client.invalidateQueries()} />
                {step.name !== 'codes' && (
                    <Button variant="subtle" onClick={() => void logOut()}>
                        Log out
                    </Button>
                )}
            </Stack>
        </EntryFrame>
    );
}
