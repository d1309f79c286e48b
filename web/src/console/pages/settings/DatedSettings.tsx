import { Alert, Button, Group, List, Modal, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take, type Schema } from '@/api/client';
import { timeZones } from '@/format/timeZones';
import { useFormat, useToday } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { ConfirmModal } from '@/ui/ConfirmModal';
import { FormBody, useApiForm } from '@/ui/form';
import { ErrorNotice } from '@/ui/states';
import { atOnce, monthsAfter } from './futureMonths';

type Operator = Schema<'Operator'>;
type Preview = Schema<'SettingsPreview'>;
type Change = Pick<Schema<'OperatorChange'>, 'timeZone' | 'baseCurrency' | 'effectiveFrom'>;

function useSaved() {
    const client = useQueryClient();
    return (saved: Operator, message: string) => {
        client.setQueryData(['operator'], saved);
        // The session contains the time zone and the base currency.
        void client.invalidateQueries({ queryKey: ['me'] });
        notifications.show({ message });
    };
}

const patch = (body: Schema<'OperatorChange'>) => take(api.PATCH('/operator', { body })) as Promise<Operator>;

// The effects of the change, which the server describes before anything is changed.
function Effects({ preview }: { preview: Preview }) {
    return (
        <Stack gap="sm">
            <Title order={3} size="h5">
                What will happen
            </Title>
            <List size="sm" spacing="xs">
                {preview.effects.map((effect) => (
                    <List.Item key={effect.text}>{effect.text}</List.Item>
                ))}
            </List>
            {preview.replaces && <Text size="sm">This replaces the change that is planned for {preview.replaces.effectiveFrom}.</Text>}
            {preview.missingRates.length > 0 && (
                <Alert color="red" title="Exchange rates are missing" role="alert">
                    Store these rates first:{' '}
                    {preview.missingRates.map((rate) => `${rate.from} to ${rate.to} (${rate.neededFor === 'reports' ? 'on the days of the amounts' : 'minimum payouts'})`).join(', ')}.
                </Alert>
            )}
        </Stack>
    );
}

function ConfirmStep({ change, preview, onBack, onDone }: { change: Change; preview: Preview; onBack: () => void; onDone: () => void }) {
    const saved = useSaved();
    const [busy, setBusy] = useState(false);
    const [error, setError] = useState<unknown>(null);
    const confirm = async () => {
        setBusy(true);
        try {
            saved(await patch(change), preview.atOnce ? 'Settings saved.' : `Change planned for ${preview.effectiveFrom}.`);
            onDone();
        } catch (refused) {
            setError(refused);
            setBusy(false);
        }
    };
    return (
        <Stack gap="md">
            <Effects preview={preview} />
            <ErrorNotice error={error} />
            <Group justify="flex-end" gap="xs">
                <Button variant="default" onClick={onBack}>
                    Back
                </Button>
                <Button loading={busy} disabled={preview.missingRates.length > 0} onClick={() => void confirm()}>
                    Confirm the change
                </Button>
            </Group>
        </Stack>
    );
}

function ChangeForm({ operator, onDone }: { operator: Operator; onDone: () => void }) {
    const today = useToday();
    const format = useFormat();
    const months = monthsAfter(today);
    const [planned, setPlanned] = useState<{ change: Change; preview: Preview } | null>(null);
    const form = useApiForm({
        initialValues: { timeZone: operator.timeZone, baseCurrency: operator.baseCurrency, effectiveFrom: months[0] ?? atOnce },
        submit: async ({ effectiveFrom, ...values }) => {
            const change: Change = { ...values, ...(effectiveFrom === atOnce ? {} : { effectiveFrom }) };
            const answer = await take(api.PATCH('/operator', { params: { query: { dryRun: true } }, body: change }));
            return { change, preview: answer as Preview };
        },
        onDone: setPlanned,
    });
    if (planned) return <ConfirmStep {...planned} onBack={() => setPlanned(null)} onDone={onDone} />;
    return (
        <FormBody form={form} submitLabel="Show what will happen" onCancel={onDone}>
            <Select label="Time zone" data={timeZones(operator.timeZone)} searchable allowDeselect={false} {...form.getInputProps('timeZone')} />
            <TextInput
                label="Base currency"
                maxLength={10}
                {...form.getInputProps('baseCurrency')}
                onChange={(event) => form.setFieldValue('baseCurrency', event.currentTarget.value.toUpperCase())}
            />
            <Select
                label="Takes effect"
                description="The first day of a month, at midnight in the current time zone."
                data={[...months.map((day) => ({ value: day, label: format.plainDate(day, 'long') })), { value: atOnce, label: 'At once (only before the first event)' }]}
                allowDeselect={false}
                {...form.getInputProps('effectiveFrom')}
            />
        </FormBody>
    );
}

function Pending({ operator }: { operator: Operator }) {
    const { write } = usePermissions();
    const saved = useSaved();
    const format = useFormat();
    const [asking, setAsking] = useState(false);
    const { pending } = operator;
    if (!pending) return null;
    const changes = [
        pending.timeZone !== operator.timeZone && `time zone ${pending.timeZone}`,
        pending.baseCurrency !== operator.baseCurrency && `base currency ${pending.baseCurrency}`,
    ].filter(Boolean);
    return (
        <Alert title={`Planned for ${format.plainDate(pending.effectiveFrom, 'long')}`}>
            <Stack gap="xs" align="flex-start">
                <Text size="sm">From this day on: {changes.join(', ')}.</Text>
                {write && (
                    <Button variant="default" size="xs" onClick={() => setAsking(true)}>
                        Cancel the planned change
                    </Button>
                )}
            </Stack>
            <ConfirmModal
                opened={asking}
                onClose={() => setAsking(false)}
                title="Cancel the planned change?"
                confirmLabel="Cancel the change"
                onConfirm={async () => saved(await patch({ pending: null }), 'Planned change cancelled.')}
            >
                The time zone stays {operator.timeZone}, and the base currency stays {operator.baseCurrency}.
            </ConfirmModal>
        </Alert>
    );
}

// The time zone and the base currency. Figures depend on them, so a change has a date and shows its effects first.
export function DatedSettings({ operator }: { operator: Operator }) {
    const { write } = usePermissions();
    const [changing, setChanging] = useState(false);
    return (
        <Paper p="lg" maw={560} component="section" aria-label="Time zone and base currency">
            <Stack gap="md">
                <Title order={2} size="h4">
                    Time zone and base currency
                </Title>
                <Text size="sm">
                    Days and months of reports and statements are in <b>{operator.timeZone}</b>. Reports and minimum payouts are in{' '}
                    <b>{operator.baseCurrency}</b>; amounts in other currencies need exchange rates to it.
                </Text>
                <Pending operator={operator} />
                {write && (
                    <Group justify="flex-end">
                        <Button variant="default" onClick={() => setChanging(true)}>
                            Plan a change
                        </Button>
                    </Group>
                )}
            </Stack>
            <Modal opened={changing} onClose={() => setChanging(false)} title={<Text fw={600}>Change the time zone or the base currency</Text>}>
                <ChangeForm operator={operator} onDone={() => setChanging(false)} />
            </Modal>
        </Paper>
    );
}
