import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '@/api/client';
import { FormBody, useApiForm } from '@/ui/form';
import { EntryFrame } from './EntryFrame';
import { LinkButton } from './link';
import { auth } from './session';

const toLogin = (
    <LinkButton to="/login" variant="default" fullWidth>
        Back to login
    </LinkButton>
);

async function ask({ email }: { email: string }): Promise<string> {
    try {
        await auth.requestReset({ email: email.trim() });
        return email.trim();
    } catch (error) {
        if (error instanceof ApiError && error.status === 409) {
            throw new ApiError(409, error.code, 'This service sends no email. Ask an admin for a link to choose a new password.');
        }
        if (error instanceof ApiError && error.status === 429) {
            const minutes = Math.ceil((error.retryAfterSeconds ?? 60) / 60);
            throw new ApiError(429, error.code, `Too many requests. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`);
        }
        throw error;
    }
}

export default function ForgottenPage() {
    const [asked, setAsked] = useState<string | null>(null);
    const form = useApiForm({
        initialValues: { email: '' },
        validate: { email: (value) => (value.trim() ? null : 'Enter your email address') },
        submit: ask,
        onDone: setAsked,
    });
    if (asked) {
        return (
            <EntryFrame title="Check your email" description={`If ${asked} belongs to an account, a link to choose a new password is on its way. It works once, for one hour.`}>
                {toLogin}
            </EntryFrame>
        );
    }
    return (
        <EntryFrame title="Forgotten password" description="Enter the email address of your account. You get a link to choose a new password.">
            <Stack gap="sm">
                <FormBody form={form} submitLabel="Send the link" fullWidth>
                    <TextInput label="Email" type="email" autoComplete="username" autoFocus size="md" {...form.getInputProps('email')} />
                </FormBody>
                {toLogin}
            </Stack>
        </EntryFrame>
    );
}
