import { Fieldset, Paper, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { queries } from '@/api/queries';
import { usePermissions } from '@/session/session';
import { FormBody, useApiForm } from '@/ui/form';
import { PageHeader } from '@/ui/PageHeader';
import { ErrorState, LoadingState } from '@/ui/states';

type Operator = Schema<'Operator'>;

// Every zone the browser knows, and the one that is set in case it does not.
function timeZones(current: string): string[] {
    const known = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
    return [...new Set(['UTC', current, ...known])].sort();
}

function GeneralForm({ operator }: { operator: Operator }) {
    const client = useQueryClient();
    const { write } = usePermissions();
    const { name, timeZone, baseCurrency, currencies, minPayout } = operator;
    const form = useApiForm({
        initialValues: { name, timeZone, baseCurrency, currencies, minPayout },
        submit: (body) => take(api.PATCH('/operator', { body: { ...body, minPayout: body.minPayout.trim() || '0' } })),
        onDone: (saved) => {
            client.setQueryData(['operator'], saved);
            // The frame writes times and money as the operator has them.
            void client.invalidateQueries({ queryKey: ['me'] });
            notifications.show({ message: 'The settings are saved.' });
        },
    });
    const fields = (
        <Fieldset variant="unstyled" disabled={!write}>
            <Stack gap="md">
                <TextInput label="Name of your organisation" required maxLength={255} {...form.getInputProps('name')} />
                <Select
                    label="Time zone"
                    description="It decides what a day and a month are, in reports and statements"
                    data={timeZones(timeZone)}
                    searchable
                    allowDeselect={false}
                    disabled={!write}
                    {...form.getInputProps('timeZone')}
                />
                <TextInput
                    label="Base currency"
                    description="What reports and minimum payouts are in. Amounts of other currencies need exchange rates to it"
                    maxLength={10}
                    {...form.getInputProps('baseCurrency')}
                    onChange={(event) => form.setFieldValue('baseCurrency', event.currentTarget.value.toUpperCase())}
                />
                <TagsInput
                    label="Further currencies"
                    description="Every code of three letters works anyway. Name here what events may have beyond them, such as USDT"
                    placeholder={form.values.currencies.length ? undefined : 'USDT'}
                    disabled={!write}
                    {...form.getInputProps('currencies')}
                    onChange={(codes) => form.setFieldValue('currencies', codes.map((code) => code.toUpperCase()))}
                />
                <TextInput
                    label="Minimum payout"
                    description="A statement below it is not paid but opens the next one. An affiliate can have a minimum of its own"
                    inputMode="decimal"
                    rightSection={<Text size="xs" c="dimmed">{form.values.baseCurrency}</Text>}
                    rightSectionWidth={52}
                    {...form.getInputProps('minPayout')}
                />
            </Stack>
        </Fieldset>
    );
    return (
        <Paper p="lg" maw={560}>
            {write ? (
                <FormBody form={form} submitLabel="Save">
                    {fields}
                </FormBody>
            ) : (
                <>
                    {fields}
                    <Text size="sm" c="dimmed" mt="md">
                        Admins and managers can change these.
                    </Text>
                </>
            )}
        </Paper>
    );
}

export default function GeneralPage() {
    const { data, error, isPending, refetch } = useQuery(queries.operator);
    return (
        <>
            <PageHeader title="General" description="Your organisation, its calendar and its money." />
            {isPending && <LoadingState />}
            {error && <ErrorState error={error} retry={() => void refetch()} />}
            {data && <GeneralForm operator={data} />}
        </>
    );
}
