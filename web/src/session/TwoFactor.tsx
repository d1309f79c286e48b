import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeBlock, CopyField } from '@/ui/copy';
import { FormBody, useApiForm } from '@/ui/form';
import { QrCode } from '@/ui/QrCode';
import { Modal } from '@/ui/unsaved';
import { auth, meQuery, useSession } from './session';

export type Step = { name: 'password' } | { name: 'scan'; secret: string; otpauthUrl: string } | { name: 'codes'; codes: string[] };

function AskPassword({ label, danger, send, onCancel }: { label: string; danger?: boolean; send: (password: string) => Promise<void>; onCancel?: () => void }) {
    const form = useApiForm({
        initialValues: { password: '' },
        validate: { password: (value) => (value ? null : 'Enter your password') },
        submit: ({ password }) => send(password),
    });
    return (
        <FormBody form={form} submitLabel={label} danger={danger} onCancel={onCancel}>
            <PasswordInput label="Your password" autoComplete="current-password" data-autofocus {...form.getInputProps('password')} />
        </FormBody>
    );
}

function Scan({ secret, otpauthUrl, onCodes, onCancel }: { secret: string; otpauthUrl: string; onCodes: (codes: string[]) => void; onCancel?: () => void }) {
    const form = useApiForm({
        initialValues: { totp: '' },
        validate: { totp: (value) => (/^\s*\d{3}\s?\d{3}\s*$/.test(value) ? null : 'Enter six digits') },
        submit: ({ totp }) => auth.confirmTotp({ totp: totp.replaceAll(/\s/g, '') }),
        onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
    });
    return (
        <FormBody form={form} submitLabel="Turn on" onCancel={onCancel}>
            <Text size="sm">Scan this code with your authenticator app. Then enter the six digits that the app shows.</Text>
            <Group justify="center">
                <QrCode value={otpauthUrl} label="QR code for your authenticator app" size={192} />
            </Group>
            <CopyField label="Key, if you cannot scan the code" value={secret} />
            <TextInput label="Code from the app" inputMode="numeric" autoComplete="one-time-code" data-autofocus {...form.getInputProps('totp')} />
        </FormBody>
    );
}

function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
    return (
        <Stack>
            <Text size="sm">
                Two-factor authentication is on. Store these recovery codes in a safe place. Each code works once instead of the code from
                your phone. They are not shown again.
            </Text>
            <CodeBlock code={codes.join('\n')} label="Recovery codes" />
            <Button onClick={onClose}>I have stored them</Button>
        </Stack>
    );
}

// The steps that turn two-factor authentication on.
export function EnableSteps({ step, setStep, onDone, onCancel }: { step: Step; setStep: (step: Step) => void; onDone: () => void; onCancel?: () => void }) {
    if (step.name === 'scan') return <Scan {...step} onCancel={onCancel} onCodes={(codes) => setStep({ name: 'codes', codes })} />;
    if (step.name === 'codes') return <RecoveryCodes codes={step.codes} onClose={onDone} />;
    return <AskPassword label="Continue" onCancel={onCancel} send={async (password) => setStep({ name: 'scan', ...(await auth.enableTotp({ password })) })} />;
}

function EnableDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
    const [step, setStep] = useState<Step>({ name: 'password' });
    const client = useQueryClient();
    const close = () => {
        if (step.name === 'codes') void client.invalidateQueries({ queryKey: meQuery.queryKey });
        setStep({ name: 'password' });
        onClose();
    };
    return (
        <Modal opened={opened} onClose={close} title={<Text fw={600}>Two-factor authentication</Text>} closeOnClickOutside={step.name !== 'codes'}>
            <EnableSteps step={step} setStep={setStep} onDone={close} onCancel={close} />
        </Modal>
    );
}

function DisableDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
    const client = useQueryClient();
    const disable = async (password: string) => {
        await auth.disableTotp({ password });
        await client.invalidateQueries({ queryKey: meQuery.queryKey });
        onClose();
    };
    return (
        <Modal opened={opened} onClose={onClose} title={<Text fw={600}>Turn off two-factor authentication</Text>}>
            <AskPassword label="Turn off" danger send={disable} onCancel={onClose} />
        </Modal>
    );
}

export function TwoFactor() {
    const { user } = useSession();
    // The open dialog is separate from the state, because it must stay open when two-factor authentication is turned on.
    const [dialog, setDialog] = useState<'enable' | 'disable' | null>(null);
    const close = () => setDialog(null);
    return (
        <Stack gap="sm">
            {user.totpEnabled && (
                <Text size="sm">
                    {user.recoveryCodesLeft} recovery {user.recoveryCodesLeft === 1 ? 'code' : 'codes'} left.
                </Text>
            )}
            {user.totpEnabled && user.totpRequired ? (
                <Text size="sm">Your role requires two-factor authentication, so it cannot be turned off.</Text>
            ) : (
                <Group>
                    <Button variant={user.totpEnabled ? 'default' : 'filled'} onClick={() => setDialog(user.totpEnabled ? 'disable' : 'enable')}>
                        {user.totpEnabled ? 'Turn off' : 'Turn on'}
                    </Button>
                </Group>
            )}
            <EnableDialog opened={dialog === 'enable'} onClose={close} />
            <DisableDialog opened={dialog === 'disable'} onClose={close} />
        </Stack>
    );
}
