import { Group, NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useFormat } from '@/format/useFormat';
import { activityNames } from '@/deals/revShareWords';
import { needsWhole } from './formTerms';
import { Amount, Choice, Percent, Words, type Form } from './inputs';
import { AddButton, Needs, ProductRates, RemoveButton } from './Lists';

function ModeChoice({ form, part, labels, forced }: { form: Form; part: 'cpa' | 'revShare'; labels: [string, string]; forced: boolean }) {
    return (
        <Group gap="xs">
            <Words>A tier applies to</Words>
            <SegmentedControl
                size="xs"
                aria-label="A tier applies to"
                disabled={forced}
                value={forced ? 'whole' : form.values.terms[part].tierMode}
                onChange={(mode) => form.setFieldValue(`terms.${part}.tierMode`, mode as 'marginal' | 'whole')}
                data={[
                    { value: 'marginal', label: labels[0] },
                    { value: 'whole', label: labels[1] },
                ]}
            />
        </Group>
    );
}

// The tiers of CPA. The amount of a tier applies from its number of qualified players in the month.
export function CpaTiers({ form }: { form: Form }) {
    const format = useFormat();
    const path = 'terms.cpa.tiers';
    const { tiers } = form.values.terms.cpa;
    return (
        <Stack gap="xs" role="group" aria-label="CPA tiers">
            {tiers.map((_, at) => (
                <Group key={at} gap="xs" align="center">
                    <NumberInput aria-label={`Tier ${at + 1}: from player`} prefix="From player " placeholder="From player 11" min={1} allowDecimal={false} thousandSeparator={format.thousands} decimalSeparator={format.thousands === '.' ? ',' : '.'} flex="1 1 150px" hideControls {...form.getInputProps(`${path}.${at}.from`)} />
                    <Amount form={form} path={`${path}.${at}.amount`} name={`Tier ${at + 1}: amount`} placeholder="130" />
                    <RemoveButton label={`Remove tier ${at + 1}`} onClick={() => form.removeListItem(path, at)} />
                </Group>
            ))}
            <Group gap="xs" justify="space-between">
                <AddButton onClick={() => form.insertListItem(path, { from: '', amount: '' })}>Add tier</AddButton>
                {tiers.length > 0 && <ModeChoice form={form} part="cpa" labels={['Players within the tier', 'All players']} forced={false} />}
            </Group>
        </Stack>
    );
}

function TierExtras({ form, at }: { form: Form; at: number }) {
    const path = `terms.revShare.tiers.${at}`;
    const { requires = [], rateByProduct = [] } = form.values.terms.revShare.tiers[at] ?? {};
    const of = `tier ${at + 1}`;
    return (
        <Stack gap="xs" pl="md">
            {requires.length > 0 && <Needs form={form} path={`${path}.requires`} needs={requires} of={of} />}
            {rateByProduct.length > 0 && <ProductRates form={form} path={`${path}.rateByProduct`} rates={rateByProduct} of={of} />}
            {(requires.length === 0 || rateByProduct.length === 0) && (
                <Group gap="xs">
                    {requires.length === 0 && <AddButton onClick={() => form.insertListItem(`${path}.requires`, { what: 'newDepositors', atLeast: '' })}>Add required activity</AddButton>}
                    {rateByProduct.length === 0 && <AddButton onClick={() => form.insertListItem(`${path}.rateByProduct`, { product: '', rate: '' })}>Add rate for a product</AddButton>}
                </Group>
            )}
        </Stack>
    );
}

const byData = [{ value: 'base', label: 'the base of the month' }, ...Object.entries(activityNames).map(([value, label]) => ({ value, label: `${label} of the month` }))];

// The tiers of RevShare. A tier sets another rate from a certain base or activity of the month on.
export function RevShareTiers({ form }: { form: Form }) {
    const path = 'terms.revShare.tiers';
    const { tiers, tierBy } = form.values.terms.revShare;
    const isAmount = tierBy === 'base' || tierBy === 'deposits';
    const forced = needsWhole(form.values.terms.revShare, form.values.conditions);
    return (
        <Stack gap="xs" role="group" aria-label="RevShare tiers">
            <Group gap="xs">
                <Words>The rate depends on</Words>
                <Choice form={form} path="terms.revShare.tierBy" name="Tiers by" data={byData} />
            </Group>
            {tiers.map((_, at) => (
                <Stack key={at} gap={4}>
                    <Group gap="xs" align="center">
                        <Words>From</Words>
                        {isAmount ? (
                            <Amount form={form} path={`${path}.${at}.from`} name={`Tier ${at + 1}: from ${tierBy}`} placeholder="10000" />
                        ) : (
                            <TextInput aria-label={`Tier ${at + 1}: from activity`} w={84} inputMode="numeric" placeholder="11" {...form.getInputProps(`${path}.${at}.from`)} />
                        )}
                        <Words>the rate is</Words>
                        <Percent form={form} path={`${path}.${at}.rate`} name={`Tier ${at + 1}: rate in percent`} placeholder="30" />
                        <RemoveButton label={`Remove tier ${at + 1}`} onClick={() => form.removeListItem(path, at)} />
                    </Group>
                    <TierExtras form={form} at={at} />
                </Stack>
            ))}
            <Group gap="xs" justify="space-between">
                <AddButton onClick={() => form.insertListItem(path, { from: '', rate: '', requires: [], rateByProduct: [] })}>Add tier</AddButton>
                {tiers.length > 0 && <ModeChoice form={form} part="revShare" labels={['The base within the tier', 'The whole base']} forced={forced} />}
            </Group>
            {forced && tiers.length > 0 && (
                <Text size="xs" c="dimmed">
                    With tiers by activity or rates by product, a tier always applies to the whole base of the month.
                </Text>
            )}
        </Stack>
    );
}
