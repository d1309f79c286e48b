import { SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { ApiForm } from '@/ui/form';
import { CountInput } from './CpaFields';
import type { DealValues } from './formValues';
import { TierFields } from './TierFields';

export function PercentInput({ form, path, label, description, required, placeholder }: { form: ApiForm<DealValues>; path: string; label: string; description?: string; required?: boolean; placeholder?: string }) {
    return (
        <TextInput
            label={label}
            description={description}
            required={required}
            placeholder={placeholder}
            inputMode="decimal"
            rightSection={<Text size="xs" c="dimmed">%</Text>}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps(path)}
        />
    );
}

export function RevShareFields({ form }: { form: ApiForm<DealValues> }) {
    return (
        <Stack gap="md">
            <PercentInput form={form} path="terms.revShare.rate" label="Share of net gaming revenue" required placeholder="25" />
            <TierFields form={form} part="revShare" />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                <PercentInput form={form} path="terms.revShare.adminFeePercent" label="Admin fee" placeholder="0" description="Deducted from NGR before the rate applies" />
                <CountInput form={form} path="terms.revShare.durationMonths" label="Duration" suffix=" months" placeholder="No limit" description="After the registration of the player" />
            </SimpleGrid>
            <Switch label="Deduct chargebacks" description="Chargebacks reduce the base" {...form.getInputProps('terms.revShare.deductChargebacks', { type: 'checkbox' })} />
            <Switch
                label="Carry over a negative month"
                description="It reduces later RevShare of this deal, never CPA. If off, a negative month is waived"
                {...form.getInputProps('terms.revShare.negativeCarryover', { type: 'checkbox' })}
            />
        </Stack>
    );
}
