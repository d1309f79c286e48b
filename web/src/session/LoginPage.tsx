import { PasswordInput, TextInput } from '@mantine/core';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '@/api/client';
import { FormBody, useApiForm } from '@/ui/form';
import { EntryFrame } from './EntryFrame';
import { LinkButton } from './link';
import { auth, useEnter, type Me } from './session';

// Allows only paths within the application, so that a login link cannot lead to another site.
export const safeNext = (next: unknown): string => (typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : '/');

function sayWhy(error: unknown): never {
    if (error instanceof ApiError && error.code === 'invalid_credentials') {
        throw new ApiError(401, error.code, 'Email or password is wrong.');
    }
    if (error instanceof ApiError && error.code === 'invalid_totp') {
        const detail = 'This code is wrong or has expired.';
        throw new ApiError(401, error.code, detail, [{ pointer: '/totp', code: error.code, detail }]);
    }
    if (error instanceof ApiError && error.status === 429) {
        const minutes = Math.ceil((error.retryAfterSeconds ?? 60) / 60);
        throw new ApiError(429, error.code, `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`);
    }
    throw error;
}

// Asks for the two-factor code only after the password was correct.
async function tryLogin(values: { email: string; password: string; totp: string }): Promise<Me | 'totpRequired'> {
    const { totp, ...rest } = values;
    try {
        return await auth.login(totp ? { ...rest, totp: totp.trim() } : rest);
    } catch (error) {
        if (error instanceof ApiError && error.code === 'totp_required') return 'totpRequired';
        return sayWhy(error);
    }
}

export default function LoginPage() {
    const [asksForCode, setAsksForCode] = useState(false);
    const enter = useEnter();
    const router = useRouter();
    const { next } = useSearch({ strict: false }) as { next?: string };
    const form = useApiForm({
        initialValues: { email: '', password: '', totp: '' },
        validate: {
            email: (value) => (value.trim() ? null : 'Enter your email address'),
            password: (value) => (value ? null : 'Enter your password'),
            totp: (value) => (asksForCode && !value.trim() ? 'Enter the code' : null),
        },
        submit: tryLogin,
        onDone: (answer) => {
            if (answer === 'totpRequired') return setAsksForCode(true);
            enter(answer);
            router.history.replace(router.basepath.replace(/\/$/, '') + safeNext(next));
        },
    });
    if (asksForCode) {
        return (
            <EntryFrame title="Two-factor code" description="Enter the six digits from your authenticator app, or a recovery code.">
                <FormBody form={form} submitLabel="Log in" fullWidth>
                    <TextInput label="Code" autoComplete="one-time-code" autoFocus size="md" {...form.getInputProps('totp')} />
                </FormBody>
            </EntryFrame>
        );
    }
    return (
        <EntryFrame title="Log in">
            <FormBody form={form} submitLabel="Continue" fullWidth>
                <TextInput label="Email" type="email" autoComplete="username" autoFocus size="md" {...form.getInputProps('email')} />
                <PasswordInput
                    label="Password"
                    autoComplete="current-password"
                    size="md"
                    visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
                    {...form.getInputProps('password')}
                />
            </FormBody>
            <LinkButton to="/forgotten" variant="subtle" fullWidth mt="sm">
                Forgotten your password?
            </LinkButton>
        </EntryFrame>
    );
}
