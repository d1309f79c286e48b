import { Button, Group, Stack } from '@mantine/core';
import { useForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { placeErrors } from './placeErrors';
import { ErrorNotice } from './states';
import { useUnsaved } from './unsavedForms';

interface ApiFormInput<Values, Answer> extends UseFormInput<Values> {
    initialValues: Values;
    submit: (values: Values) => Promise<Answer>;
    onDone?: (answer: Answer, values: Values) => void;
}

export type ApiForm<Values> = UseFormReturnType<Values> & {
    busy: boolean;
    // Errors that belong to no field.
    problem: string | null;
    // Whether the form has changes that were not sent.
    unsaved: () => boolean;
    send: (event?: FormEvent<HTMLFormElement>) => void;
};

// A Mantine form that sends a request. Errors of the server appear at the fields that their pointers name, so fields
// have the names of the API's members.
export function useApiForm<Values extends Record<string, unknown>, Answer>(input: ApiFormInput<Values, Answer>): ApiForm<Values> {
    const { submit, onDone, ...rest } = input;
    const form = useForm<Values>(rest);
    const [busy, setBusy] = useState(false);
    const [problem, setProblem] = useState<string | null>(null);
    const sent = useRef<string | null>(null);
    const run = async (values: Values) => {
        setBusy(true);
        setProblem(null);
        try {
            const answer = await submit(values);
            sent.current = JSON.stringify(values);
            onDone?.(answer, values);
        } catch (error) {
            const placed = placeErrors(error, values);
            form.setErrors(placed.byField);
            setProblem(placed.rest);
        } finally {
            setBusy(false);
        }
    };
    const unsaved = () => form.isDirty() && JSON.stringify(form.getValues()) !== sent.current;
    return Object.assign(form, { busy, problem, unsaved, send: form.onSubmit((values) => void run(values)) }) as ApiForm<Values>;
}

interface FormBodyProps<Values> {
    form: ApiForm<Values>;
    submitLabel: string;
    onCancel?: () => void;
    danger?: boolean;
    fullWidth?: boolean;
    children: ReactNode;
}

// Shows the fields, then errors that belong to no field, then the buttons.
export function FormBody<Values>({ form, submitLabel, onCancel, danger, fullWidth, children }: FormBodyProps<Values>) {
    const question = useUnsaved(form.unsaved);
    return (
        <form onSubmit={form.send} noValidate>
            {question}
            <Stack gap="md">
                {children}
                <ErrorNotice error={form.problem} />
                <Group justify="flex-end" gap="xs" mt="xs">
                    {onCancel && (
                        <Button variant="default" onClick={onCancel}>
                            Cancel
                        </Button>
                    )}
                    <Button type="submit" loading={form.busy} color={danger ? 'red' : undefined} fullWidth={fullWidth}>
                        {submitLabel}
                    </Button>
                </Group>
            </Stack>
        </form>
    );
}
