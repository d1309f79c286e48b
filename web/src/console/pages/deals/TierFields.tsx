import { ActionIcon, Button, Group, NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useFormat } from '@/format/useFormat';
import type { ApiForm } from '@/ui/form';
import type { DealValues } from './formValues';

// The tiers of CPA (by players) or of RevShare (by the base of the month), and what they apply to.
export function TierFields({ form, part }: { form: ApiForm<DealValues>; part: 'cpa' | 'revShare' }) {
    const format = useFormat();
    const path = `terms.${part}.tiers`;
    const { tiers, tierMode } = form.values.terms[part];
    const currency = form.values.terms.currency;
    const isCpa = part === 'cpa';
    const add = () => form.insertListItem(path, isCpa ? { from: '', amount: '' } : { from: '', rate: '' });
    return (
        <Stack gap="xs" role="group" aria-label={isCpa ? 'CPA tiers' : 'RevShare tiers'}>
            <div>
                <Text size="sm" fw={500}>
                    Tiers
                </Text>
                <Text size="xs" c="dimmed">
                    {isCpa ? 'Another amount from a number of qualified players in the month' : 'Another rate from a base of the month'}
                </Text>
            </div>
            {tiers.map((_, at) => (
                <Group key={at} gap="xs" wrap="nowrap" align="flex-start">
                    {isCpa ? (
                        <NumberInput aria-label={`Tier ${at + 1}: from player`} prefix="From player " min={1} allowDecimal={false} thousandSeparator={format.thousands} decimalSeparator={format.thousands === '.' ? ',' : '.'} flex={1} hideControls {...form.getInputProps(`${path}.${at}.from`)} />
                    ) : (
                        <TextInput aria-label={`Tier ${at + 1}: from base`} leftSection={<Text size="xs" c="dimmed">From</Text>} leftSectionWidth={52} inputMode="decimal" placeholder="10000" flex={1} {...form.getInputProps(`${path}.${at}.from`)} />
                    )}
                    <TextInput
                        aria-label={`Tier ${at + 1}: ${isCpa ? 'amount' : 'rate in percent'}`}
                        placeholder={isCpa ? '130' : '30'}
                        inputMode="decimal"
                        flex={1}
                        rightSection={<Text size="xs" c="dimmed">{isCpa ? currency : '%'}</Text>}
                        rightSectionWidth={isCpa ? 52 : 30}
                        {...form.getInputProps(`${path}.${at}.${isCpa ? 'amount' : 'rate'}`)}
                    />
                    <ActionIcon variant="subtle" color="gray" size={36} aria-label={`Remove tier ${at + 1}`} onClick={() => form.removeListItem(path, at)}>
                        <IconTrash size={16} />
                    </ActionIcon>
                </Group>
            ))}
            <Group gap="xs" justify="space-between">
                <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={add}>
                    Add tier
                </Button>
                {tiers.length > 0 && (
                    <SegmentedControl
                        size="xs"
                        aria-label="A tier applies to"
                        value={tierMode}
                        onChange={(mode) => form.setFieldValue(`terms.${part}.tierMode`, mode as 'marginal' | 'whole')}
                        data={[
                            { value: 'marginal', label: isCpa ? 'Players from there on' : 'The base above it' },
                            { value: 'whole', label: 'The whole month' },
                        ]}
                    />
                )}
            </Group>
        </Stack>
    );
}
