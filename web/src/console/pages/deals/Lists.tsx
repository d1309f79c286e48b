import { ActionIcon, Button, Group, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { activityNames } from '@/deals/revShareWords';
import { countryOptions } from '../../countries';
import type { Need, ProductRate } from './formValues';
import { Amount, Choice, Percent, Words, type Form } from './inputs';

// Lists within a condition: rows that can be added and removed.

// The rows of a list in a condition are removed with a bin. The whole condition is removed with a cross.
export function RemoveButton({ label, onClick, icon: Shown = IconTrash }: { label: string; onClick: () => void; icon?: Icon }) {
    return (
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={onClick}>
            <Shown size={16} />
        </ActionIcon>
    );
}

export function AddButton({ children, onClick }: { children: ReactNode; onClick: () => void }) {
    return (
        <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={onClick}>
            {children}
        </Button>
    );
}

export function CountryAmounts({ form }: { form: Form }) {
    const path = 'terms.cpa.amountByCountry';
    const rows = form.values.terms.cpa.amountByCountry;
    const taken = new Set(rows.map((row) => row.country));
    // Errors of the server name the country, not the row.
    const refused = rows.map((row) => form.errors[`${path}.${row.country}`]).find(Boolean);
    return (
        <Stack gap="xs" role="group" aria-label="Amounts by country">
            {rows.map((row, at) => (
                <Group key={at} gap="xs" align="center">
                    <Select
                        aria-label={`Country ${at + 1}`}
                        placeholder="Country"
                        searchable
                        allowDeselect={false}
                        flex="1 1 160px"
                        data={countryOptions().filter((one) => one.value === row.country || !taken.has(one.value))}
                        {...form.getInputProps(`${path}.${at}.country`)}
                    />
                    <Amount form={form} path={`${path}.${at}.amount`} name={`Amount of country ${at + 1}`} placeholder="120" />
                    <RemoveButton label={`Remove country ${at + 1}`} onClick={() => form.removeListItem(path, at)} />
                </Group>
            ))}
            {refused && (
                <Text size="xs" c="error">
                    {refused}
                </Text>
            )}
            <div>
                <AddButton onClick={() => form.insertListItem(path, { country: '', amount: '' })}>Add country</AddButton>
            </div>
        </Stack>
    );
}

export function FirstDepositAmounts({ form }: { form: Form }) {
    const path = 'terms.cpa.amountByFirstDeposit';
    return (
        <Stack gap="xs" role="group" aria-label="Amounts by first deposit">
            {form.values.terms.cpa.amountByFirstDeposit.map((_, at) => (
                <Group key={at} gap="xs" align="center">
                    <Words>From a first deposit of</Words>
                    <Amount form={form} path={`${path}.${at}.from`} name={`First deposit ${at + 1}`} placeholder="100" />
                    <Words>pay</Words>
                    <Amount form={form} path={`${path}.${at}.amount`} name={`Amount of first deposit ${at + 1}`} placeholder="150" />
                    <RemoveButton label={`Remove first deposit ${at + 1}`} onClick={() => form.removeListItem(path, at)} />
                </Group>
            ))}
            <div>
                <AddButton onClick={() => form.insertListItem(path, { from: '', amount: '' })}>Add first deposit</AddButton>
            </div>
        </Stack>
    );
}

// `of` distinguishes lists for screen readers: "tier 2".
export function ProductRates({ form, path, rates, of = '' }: { form: Form; path: string; rates: ProductRate[]; of?: string }) {
    const suffix = of && ` of ${of}`;
    return (
        <Stack gap="xs" role="group" aria-label={`Rates by product${suffix}`}>
            {rates.map((_, at) => (
                <Group key={at} gap="xs" align="center">
                    <TextInput aria-label={`Product ${at + 1}${suffix}`} placeholder="sports" w={140} maxLength={255} {...form.getInputProps(`${path}.${at}.product`)} />
                    <Words>earns</Words>
                    <Percent form={form} path={`${path}.${at}.rate`} name={`Rate of product ${at + 1}${suffix}`} placeholder="20" />
                    <RemoveButton label={`Remove product ${at + 1}${suffix}`} onClick={() => form.removeListItem(path, at)} />
                </Group>
            ))}
            <div>
                <AddButton onClick={() => form.insertListItem(path, { product: '', rate: '' })}>Add product</AddButton>
            </div>
        </Stack>
    );
}

const activityData = (Object.keys(activityNames) as Need['what'][]).map((value) => ({ value, label: activityNames[value] }));

export function Needs({ form, path, needs, of = '' }: { form: Form; path: string; needs: Need[]; of?: string }) {
    const suffix = of && ` of ${of}`;
    const free = activityData.filter((one) => !needs.some((need) => need.what === one.value));
    return (
        <Stack gap="xs" role="group" aria-label={`Required activity${suffix}`}>
            {needs.map((need, at) => (
                <Group key={at} gap="xs" align="center">
                    <Words>{at === 0 ? 'At least' : 'and at least'}</Words>
                    {need.what === 'deposits' ? (
                        <Amount form={form} path={`${path}.${at}.atLeast`} name={`Required activity ${at + 1}${suffix}`} placeholder="5000" />
                    ) : (
                        <TextInput aria-label={`Required activity ${at + 1}${suffix}`} w={84} inputMode="numeric" placeholder="5" {...form.getInputProps(`${path}.${at}.atLeast`)} />
                    )}
                    <Choice form={form} path={`${path}.${at}.what`} name={`Kind of activity ${at + 1}${suffix}`} data={activityData.filter((one) => one.value === need.what || free.includes(one))} />
                    <RemoveButton label={`Remove activity ${at + 1}${suffix}`} onClick={() => form.removeListItem(path, at)} />
                </Group>
            ))}
            {free[0] && (
                <div>
                    <AddButton onClick={() => form.insertListItem(path, { what: free[0]?.value, atLeast: '' })}>{needs.length > 0 ? 'Add another activity' : 'Add activity'}</AddButton>
                </div>
            )}
        </Stack>
    );
}

export function ExcludedProducts({ form }: { form: Form }) {
    return <TagsInput aria-label="Products that do not count" placeholder={form.values.terms.revShare.excludeProducts.length > 0 ? undefined : 'poker'} flex="1 1 200px" maxTags={50} {...form.getInputProps('terms.revShare.excludeProducts')} />;
}

export function Levels({ form }: { form: Form }) {
    const path = 'terms.subAffiliate.levels';
    return (
        <Stack gap="xs" role="group" aria-label="Further levels">
            {form.values.terms.subAffiliate.levels.map((_, at) => (
                <Group key={at} gap="xs" align="center">
                    <Words>Level {at + 2} pays</Words>
                    <Percent form={form} path={`${path}.${at}.percent`} name={`Percentage of level ${at + 2}`} placeholder="2" />
                    <RemoveButton label={`Remove level ${at + 2}`} onClick={() => form.removeListItem(path, at)} />
                </Group>
            ))}
            <div>
                <AddButton onClick={() => form.insertListItem(path, { percent: '' })}>Add level</AddButton>
            </div>
        </Stack>
    );
}
