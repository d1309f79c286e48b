import { PasswordInput, TextInput } from '@mantine/core';
import { FormBody, useApiForm } from '@/ui/form';
import { useNavigate } from './link';
import { newPasswordError, passwordRule } from './password';
import { useEnter, type Me } from './session';

// The form of a link that sets a password: an invitation, or a link for a new password. `onSet` is called instead of a
// log-in if the account also needs a code.
export function ChoosePassword<Answer extends Me | 'totpRequired'>(props: { email: string; submit: (password: string) => Promise<Answer>; onSet?: () => void }) {
    const { email, submit, onSet } = props;
    const enter = useEnter();
    const navigate = useNavigate();
    const form = useApiForm({
        initialValues: { password: '', repeated: '' },
        validate: {
            password: (value) => newPasswordError(value, email),
            repeated: (value, values) => (value === values.password ? null : 'The passwords differ'),
        },
        submit: ({ password }) => submit(password),
        onDone: (answer: Me | 'totpRequired') => {
            if (answer === 'totpRequired') return onSet?.();
            enter(answer);
            void navigate({ to: '/', replace: true });
        },
    });
    return (
        <FormBody form={form} submitLabel="Set password and continue" fullWidth>
            <TextInput label="Email" type="email" autoComplete="username" size="md" readOnly value={email} variant="filled" />
            <PasswordInput label="Password" description={passwordRule} autoComplete="new-password" autoFocus size="md" {...form.getInputProps('password')} />
            <PasswordInput label="Repeat password" autoComplete="new-password" size="md" {...form.getInputProps('repeated')} />
        </FormBody>
    );
}
