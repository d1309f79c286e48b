import { NativeSelect, NumberInput, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiForm } from '@/ui/form';
import type { DealValues } from './formValues';
import styles from './deals.module.css';

// The fields of the editor. Fields with a `label` stand alone; those with a `name` are parts of a sentence, and the name is for
// screen readers.

export type Form = ApiForm<DealValues>;

interface FieldProps {
    form: Form;
    path: string;
    label: string;
    description?: string;
    required?: boolean;
    placeholder?: string;
}

const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

const Unit = ({ children }: { children: ReactNode }) => (
    <Text size="xs" c="dimmed">
        {children}
    </Text>
);

export function AmountInput({ form, path, ...rest }: FieldProps) {
    return <TextInput {...rest} inputMode="decimal" rightSection={<Unit>{form.values.terms.currency}</Unit>} rightSectionWidth={52} inputWrapperOrder={order} {...form.getInputProps(path)} />;
}

export function PercentInput({ form, path, ...rest }: FieldProps) {
    return <TextInput {...rest} inputMode="decimal" rightSection={<Unit>%</Unit>} inputWrapperOrder={order} {...form.getInputProps(path)} />;
}

interface InlineProps {
    form: Form;
    path: string;
    name: string;
    placeholder?: string;
}

export function Amount({ form, path, name, placeholder }: InlineProps) {
    return <TextInput aria-label={name} w={140} inputMode="decimal" placeholder={placeholder} rightSection={<Unit>{form.values.terms.currency}</Unit>} rightSectionWidth={52} {...form.getInputProps(path)} />;
}

export function Percent({ form, path, name, placeholder }: InlineProps) {
    return <TextInput aria-label={name} w={84} inputMode="decimal" placeholder={placeholder} rightSection={<Unit>%</Unit>} {...form.getInputProps(path)} />;
}

export function Whole({ form, path, name, placeholder, min = 1 }: InlineProps & { min?: number }) {
    return <NumberInput aria-label={name} w={84} min={min} max={1_000_000} hideControls allowDecimal={false} allowNegative={false} placeholder={placeholder} {...form.getInputProps(path)} />;
}

export function Choice({ form, path, name, data }: InlineProps & { data: { value: string; label: string }[] }) {
    return <NativeSelect aria-label={name} className={styles.choice} data={data} {...form.getInputProps(path)} />;
}

export const Words = ({ children }: { children: ReactNode }) => (
    <Text span size="sm">
        {children}
    </Text>
);
