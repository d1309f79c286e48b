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
                <PercentInput form={form} path="terms.revShare.adminFeePercent" label="Admin fee" placeholder="0" description="Taken off the revenue before it is shared" />
                <CountInput form={form} path="terms.revShare.durationMonths" label="For" suffix=" months" placeholder="For ever" description="After a player’s registration" />
            </SimpleGrid>
            <Switch label="Deduct chargebacks" description="They lower the revenue that is shared" {...form.getInputProps('terms.revShare.deductChargebacks', { type: 'checkbox' })} />
            <Switch
                label="Carry a negative month over"
                description="It offsets later RevShare of this deal, never CPA. Otherwise a loss is waived"
                {...form.getInputProps('terms.revShare.negativeCarryover', { type: 'checkbox' })}
            />
        </Stack>
    );
}
