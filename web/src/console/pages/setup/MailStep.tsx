import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '@/api/client';
import { CodeBlock } from '@/ui/copy';
import { ErrorNotice } from '@/ui/states';

const settingsLines = `mail_host = "smtp.example.com"
mail_user = "fairlead"
mail_password = "…"
mail_from = "affiliates@example.com"
public_url = "${window.location.origin}"`;

function TestMail({ email }: { email: string }) {
    const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
    const [error, setError] = useState<unknown>(null);
    const send = async () => {
        setState('busy');
        setError(null);
        try {
            await api.POST('/setup/test-mail');
            setState('sent');
        } catch (thrown) {
            setError(thrown);
            setState('idle');
        }
    };
    return (
        <>
            <Text size="sm">This service has a mail server. It mails invitations and links for a new password.</Text>
            <Button variant="default" loading={state === 'busy'} onClick={() => void send()} style={{ alignSelf: 'flex-start' }}>
                Send a test mail to {email}
            </Button>
            {state === 'sent' && (
                <Alert color="green" variant="light">
                    The mail server has accepted the mail. Check your mailbox.
                </Alert>
            )}
            <ErrorNotice error={error} />
        </>
    );
}

export function MailStep({ sendsMails, email, onNext }: { sendsMails: boolean; email: string; onNext: () => void }) {
    return (
        <Stack gap="md">
            {sendsMails ? (
                <TestMail email={email} />
            ) : (
                <>
                    <Text size="sm">
                        Mail is optional. Without it, you copy the link of an invitation and send it yourself. To let Fairlead send mails, put these lines into its configuration file and start it again:
                    </Text>
                    <CodeBlock label="Mail settings" code={settingsLines} />
                </>
            )}
            <Group justify="flex-end">
                <Button onClick={onNext}>Continue</Button>
            </Group>
        </Stack>
    );
}
