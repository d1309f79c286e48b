import { Checkbox, Code, Select, Stack, Text, TextInput } from '@mantine/core';
import { PauseNote } from './PauseNote';
import { destinationStatuses, macros, triggers, type Trigger } from './words';

export interface PostbackValues extends Record<string, unknown> {
    name: string;
    triggers: Trigger[];
    url: string;
    method: 'GET' | 'POST';
    brandId: string | null;
    status: 'active' | 'inactive' | 'paused';
}

interface Known {
    name: string;
    triggers: Trigger[];
    url: string;
    method: 'GET' | 'POST';
    brandId: string | null;
    status: 'active' | 'inactive' | 'paused';
}

export const postbackValues = (known: Known | null): PostbackValues => ({
    name: known?.name ?? '',
    triggers: known?.triggers ?? ['registration', 'firstDeposit'],
    url: known?.url ?? '',
    method: known?.method ?? 'GET',
    brandId: known?.brandId ?? null,
    status: known?.status ?? 'active',
});

interface PostbackFieldsProps {
    getInputProps: (name: keyof PostbackValues & string) => object;
    brands: { id: string; name: string }[];
    // Null for a new postback.
    known: { status: string; pauseReason: string | null } | null;
}

// The fields that the console and the portal share.
export function PostbackFields({ getInputProps, brands, known }: PostbackFieldsProps) {
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
            <Select label="Brand" placeholder="All brands" clearable data={brands.map(({ id, name }) => ({ value: id, label: name }))} {...getInputProps('brandId')} />
            <Select label="Status" data={statuses} allowDeselect={false} {...getInputProps('status')} />
        </>
    );
}
