import { Group, PasswordInput, Select, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { api, take } from '@/api/client';
import { timeZones } from '@/format/timeZones';
import { newPasswordError, passwordRule } from '@/session/password';
import { auth, useEnter, type Me } from '@/session/session';
import { FormBody, useApiForm } from '@/ui/form';
import type { SetupResult } from './SetupPage';

const here = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
const required = (what: string) => (value: string) => (value.trim() ? null : `Enter ${what}`);

// Creates the operator and logs its admin in.
export function OperatorStep({ token, onDone }: { token: string; onDone: (made: SetupResult) => void }) {
    const enter = useEnter();
    // A log-in that fails can be repeated: the operator is created once, and its key is shown only by that answer.
    const done = useRef<{ made: SetupResult; account: { email: string; password: string } } | null>(null);
    const form = useApiForm({
        initialValues: { operatorName: '', brandName: '', adminEmail: '', adminPassword: '', repeated: '', timeZone: here(), baseCurrency: 'EUR' },
        validate: {
            operatorName: required('the name of your company'),
            adminEmail: required('your email address'),
            adminPassword: (value, values) => newPasswordError(value, values.adminEmail),
            repeated: (value, values) => (value === values.adminPassword ? null : 'The passwords differ'),
            baseCurrency: (value) => (/^[A-Za-z]{3}$/.test(value.trim()) ? null : 'Enter three letters, such as EUR'),
        },
        submit: async (values): Promise<{ made: SetupResult; me: Me }> => {
            const brandName = values.brandName.trim() || values.operatorName.trim();
            const body = {
                token,
                operatorName: values.operatorName.trim(),
                brandName,
                adminEmail: values.adminEmail.trim(),
                adminPassword: values.adminPassword,
                timeZone: values.timeZone,
                baseCurrency: values.baseCurrency.trim().toUpperCase(),
            };
            done.current ??= {
                made: await take(api.POST('/setup', { body })),
                account: { email: body.adminEmail, password: body.adminPassword },
            };
            return { made: done.current.made, me: await auth.login(done.current.account) };
        },
        onDone: ({ made, me }) => {
            enter(me);
            onDone(made);
        },
    });
    return (
        <FormBody form={form} submitLabel="Create and continue" fullWidth>
            <TextInput label="Company" description="The operator, which pays the affiliates" autoFocus autoComplete="organization" size="md" {...form.getInputProps('operatorName')} />
            <TextInput label="First brand" description="The name that players see. If it is empty, the name of the company is used" size="md" {...form.getInputProps('brandName')} />
            <TextInput label="Your email" type="email" autoComplete="username" size="md" {...form.getInputProps('adminEmail')} />
            <PasswordInput label="Password" description={passwordRule} autoComplete="new-password" size="md" {...form.getInputProps('adminPassword')} />
            <PasswordInput label="Repeat password" autoComplete="new-password" size="md" {...form.getInputProps('repeated')} />
            <Group grow align="flex-start">
                <Select label="Time zone" description="Decides when days and months begin" data={timeZones(form.getValues().timeZone)} searchable allowDeselect={false} size="md" {...form.getInputProps('timeZone')} />
                <TextInput label="Currency" description="The currency of reports" maxLength={3} size="md" {...form.getInputProps('baseCurrency')} />
            </Group>
        </FormBody>
    );
}
