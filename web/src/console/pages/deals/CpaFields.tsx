import { ActionIcon, Button, Group, NumberInput, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ApiForm } from '@/ui/form';
import { countryOptions } from '../../countries';
import type { DealValues } from './formValues';
import { TierFields } from './TierFields';

export function AmountInput({ form, path, label, description, required, placeholder }: { form: ApiForm<DealValues>; path: string; label: string; description?: string; required?: boolean; placeholder?: string }) {
    return (
        <TextInput
            label={label}
            description={description}
            required={required}
            placeholder={placeholder}
            inputMode="decimal"
            rightSection={<Text size="xs" c="dimmed">{form.values.terms.currency}</Text>}
            rightSectionWidth={52}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps(path)}
        />
    );
}

export function CountInput({ form, path, label, description, suffix, min = 1, placeholder }: { form: ApiForm<DealValues>; path: string; label: string; description?: string; suffix?: string; min?: number; placeholder?: string }) {
    return (
        <NumberInput
            label={label}
            description={description}
            placeholder={placeholder}
            suffix={suffix}
            min={min}
            allowDecimal={false}
            allowNegative={false}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps(path)}
        />
    );
}

function CountryAmounts({ form }: { form: ApiForm<DealValues> }) {
    const path = 'terms.cpa.amountByCountry';
    const rows = form.values.terms.cpa.amountByCountry;
    const taken = new Set(rows.map((row) => row.country));
    // Errors of the server name the country, not the row.
    const refused = rows.map((row) => form.errors[`${path}.${row.country}`]).find(Boolean);
    return (
        <Stack gap="xs" role="group" aria-label="Amounts by country">
            <div>
                <Text size="sm" fw={500}>
                    Amounts by country
                </Text>
                <Text size="xs" c="dimmed">
                    Replace the amount and the tiers for players from these countries
                </Text>
            </div>
            {rows.map((row, at) => (
                <Group key={at} gap="xs" wrap="nowrap" align="flex-start">
                    <Select
                        aria-label={`Country ${at + 1}`}
                        placeholder="Country"
                        searchable
                        allowDeselect={false}
                        flex={1}
                        data={countryOptions().filter((one) => one.value === row.country || !taken.has(one.value))}
                        {...form.getInputProps(`${path}.${at}.country`)}
                    />
                    <TextInput
                        aria-label={`Amount of country ${at + 1}`}
                        placeholder="120"
                        inputMode="decimal"
                        flex={1}
                        rightSection={<Text size="xs" c="dimmed">{form.values.terms.currency}</Text>}
                        rightSectionWidth={52}
                        {...form.getInputProps(`${path}.${at}.amount`)}
                    />
                    <ActionIcon variant="subtle" color="gray" size={36} aria-label={`Remove country ${at + 1}`} onClick={() => form.removeListItem(path, at)}>
                        <IconTrash size={16} />
                    </ActionIcon>
                </Group>
            ))}
            {refused && (
                <Text size="xs" c="error">
                    {refused}
                </Text>
            )}
            <div>
                <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={() => form.insertListItem(path, { country: '', amount: '' })}>
                    Add country
                </Button>
            </div>
        </Stack>
    );
}

export function CpaFields({ form }: { form: ApiForm<DealValues> }) {
    return (
        <Stack gap="md">
            <AmountInput form={form} path="terms.cpa.amount" label="Amount per qualified player" required placeholder="100" />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                <AmountInput form={form} path="terms.cpa.minFirstDeposit" label="Minimum first deposit" placeholder="0" />
                <AmountInput form={form} path="terms.cpa.minTotalDeposits" label="Minimum total deposits" placeholder="0" description="Including the first deposit, less chargebacks" />
                <AmountInput form={form} path="terms.cpa.minWagered" label="Minimum wagered" placeholder="0" />
                <CountInput form={form} path="terms.cpa.qualifyWithinDays" label="Qualifies within" suffix=" days" placeholder="Any time" description="After the registration" />
            </SimpleGrid>
            <TierFields form={form} part="cpa" />
            <CountryAmounts form={form} />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                <CountInput form={form} path="terms.cpa.monthlyCap" label="Monthly cap" suffix=" players" min={0} placeholder="No cap" description="Further players qualify but earn nothing" />
                <CountInput form={form} path="terms.cpa.holdDays" label="Hold period" suffix=" days" min={0} placeholder="None" description="CPA becomes payable this long after qualifying" />
            </SimpleGrid>
            <Select
                label="Take CPA back after a chargeback"
                allowDeselect={false}
                data={[
                    { value: 'ifUnqualified', label: 'If the deposits no longer meet the conditions' },
                    { value: 'always', label: 'Always' },
                    { value: 'never', label: 'Never' },
                ]}
                {...form.getInputProps('terms.cpa.clawback')}
            />
        </Stack>
    );
}
