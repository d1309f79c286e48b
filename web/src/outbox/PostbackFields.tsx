import { Checkbox, Code, Select, Stack, Text, TextInput, type SelectProps } from '@mantine/core';
import { PauseNote } from './PauseNote';
import { scopeOptions, type ScopeChoice } from './scopeOptions';
import { destinationStatuses, macros, triggers, type Trigger } from './words';

export interface PostbackValues extends Record<string, unknown> {
    name: string;
    triggers: Trigger[];
    url: string;
    method: 'GET' | 'POST';
    brandId: string | null;
    campaignId: string | null;
    linkId: string | null;
    status: 'active' | 'inactive' | 'paused';
}

interface Known {
    name: string;
    triggers: Trigger[];
    url: string;
    method: 'GET' | 'POST';
    brandId: string | null;
    campaignId: string | null;
    linkId: string | null;
    status: 'active' | 'inactive' | 'paused';
}

export const postbackValues = (known: Known | null): PostbackValues => ({
    name: known?.name ?? '',
    triggers: known?.triggers ?? ['registration', 'firstDeposit'],
    url: known?.url ?? '',
    method: known?.method ?? 'GET',
    brandId: known?.brandId ?? null,
    campaignId: known?.campaignId ?? null,
    linkId: known?.linkId ?? null,
    status: known?.status ?? 'active',
});

interface PostbackFieldsProps {
    getInputProps: (name: keyof PostbackValues & string) => object;
    values: PostbackValues;
    brands: { id: string; name: string }[];
    // Campaigns and links of all brands. Undefined while they load, or if no affiliate is chosen yet.
    campaigns: ScopeChoice[] | undefined;
    links: ScopeChoice[] | undefined;
    // Null for a new postback.
    known: { status: string; pauseReason: string | null } | null;
}

// The fields that the console and the portal share.
export function PostbackFields({ getInputProps, values, brands, campaigns, links, known }: PostbackFieldsProps) {
    const statuses = destinationStatuses.filter(({ value }) => value !== 'paused' || known?.status === 'paused');
    return (
        <>
            {known?.status === 'paused' && <PauseNote reason={known.pauseReason} />}
            <TextInput label="Name" required placeholder="Voluum" maxLength={255} data-autofocus {...getInputProps('name')} />
            <Checkbox.Group label="Send it for" required {...getInputProps('triggers')}>
                <Stack gap="xs" mt="xs">
                    {triggers.map(({ value, label, description }) => (
                        <Checkbox key={value} value={value} label={label} description={description} />
                    ))}
                </Stack>
            </Checkbox.Group>
            <TextInput label="URL" required placeholder="https://tracker.example/postback?id={click_id}&payout={commission}" maxLength={2048} {...getInputProps('url')} />
            <Text size="xs" c="dimmed">
                Macros:{' '}
                {macros.map((name) => (
                    <Code key={name} mr={4} style={{ display: 'inline-block', verticalAlign: 'middle' }}>
                        {`{${name}}`}
                    </Code>
                ))}
            </Text>
            <Select label="Method" data={['GET', 'POST']} allowDeselect={false} {...getInputProps('method')} />
            <Select label="Brand" placeholder="All brands" clearable clearButtonProps={{ 'aria-label': 'Clear brand' }} data={brands.map(({ id, name }) => ({ value: id, label: name }))} {...getInputProps('brandId')} />
            <ScopeSelect label="Campaign" placeholder="All campaigns" choices={campaigns} brandId={values.brandId} chosen={values.campaignId} {...getInputProps('campaignId')} />
            <ScopeSelect label="Link" placeholder="All links" choices={links} brandId={values.brandId} chosen={values.linkId} {...getInputProps('linkId')} />
            <Select label="Status" data={statuses} allowDeselect={false} {...getInputProps('status')} />
        </>
    );
}

interface ScopeSelectProps extends Omit<SelectProps, 'data'> {
    choices: ScopeChoice[] | undefined;
    brandId: string | null;
    chosen: string | null;
}

function ScopeSelect({ choices, brandId, chosen, ...props }: ScopeSelectProps) {
    return (
        <Select
            {...props}
            disabled={choices === undefined}
            data={scopeOptions(choices ?? [], brandId, chosen)}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': `Clear ${String(props.label).toLowerCase()}` }}
            limit={100}
            nothingFoundMessage="Nothing matches"
        />
    );
}
