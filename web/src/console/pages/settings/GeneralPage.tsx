import { Alert, Checkbox, Fieldset, Group, Paper, Stack, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { queries } from '@/api/queries';
import { usePermissions } from '@/session/session';
import { FormBody, useApiForm } from '@/ui/form';
import { PageHeader } from '@/ui/PageHeader';
import { ErrorState, LoadingState } from '@/ui/states';
import { healthQuery } from '../home/questions';
import { DatedSettings } from './DatedSettings';
import { RuleEnd } from './RuleEnd';
import { allRoles, roles } from './userWords';

type Operator = Schema<'Operator'>;

// Says that mail is not set up. Shows nothing until that is known.
function NoMails() {
    const { data } = useQuery(healthQuery);
    if (!data || data.mail.enabled) return null;
    return (
        <Alert color="yellow" title="Mail is not set up" maw={560}>
            This service has no mail server. You must send invitation links yourself, and nobody gets mails about log-ins, statements, paused
            destinations and alarms. To set up mail, add mail_host and mail_from to the settings of the service.
        </Alert>
    );
}

function GeneralForm({ operator }: { operator: Operator }) {
    const client = useQueryClient();
    const { admin, write } = usePermissions();
    const { name, baseCurrency, currencies, minPayout, twoPersonRule, requireSecondFactor } = operator;
    const form = useApiForm({
        initialValues: { name, currencies, minPayout, twoPersonRule, requireSecondFactor },
        submit: (body) => take(api.PATCH('/operator', { body: { ...body, minPayout: body.minPayout.trim() || '0' } })),
        onDone: (saved) => {
            client.setQueryData(['operator'], saved);
            // The session contains the name and whether the user needs two-factor authentication.
            void client.invalidateQueries({ queryKey: ['me'] });
            notifications.show({ message: 'Settings saved.' });
        },
    });
    const fields = (
        <Fieldset variant="unstyled" disabled={!write}>
            <Stack gap="md">
                <TextInput label="Organisation name" required maxLength={255} {...form.getInputProps('name')} />
                <TagsInput
                    label="Additional currencies"
                    description="Codes of ISO 4217 are always accepted. Add other codes that events can have, such as BTC or USDT."
                    placeholder={form.values.currencies.length ? undefined : 'USDT'}
                    disabled={!write}
                    {...form.getInputProps('currencies')}
                    onChange={(codes) => form.setFieldValue('currencies', codes.map((code) => code.toUpperCase()))}
                />
                <TextInput
                    label="Minimum payout"
                    description="A statement with a smaller amount is not paid, and its amount opens the next statement. An affiliate can have its own minimum."
                    inputMode="decimal"
                    rightSection={<Text size="xs" c="dimmed">{baseCurrency}</Text>}
                    rightSectionWidth={52}
                    {...form.getInputProps('minPayout')}
                />
                <Switch
                    label="Two-person rule"
                    description="The person who adjusts or closes a statement cannot approve it. The person who approves it cannot pay it. All API keys count as one person. The rule stays in force for 72 hours after it is switched off."
                    disabled={!write}
                    {...form.getInputProps('twoPersonRule', { type: 'checkbox' })}
                />
                <Checkbox.Group
                    label="Required two-factor authentication"
                    description="Users with these roles must set up two-factor authentication before they can do anything else. API keys are not affected. Only admins can change this."
                    {...form.getInputProps('requireSecondFactor')}
                >
                    <Group mt="xs">
                        {allRoles.map((role) => (
                            <Checkbox key={role} value={role} label={roles[role].label} disabled={!admin} />
                        ))}
                    </Group>
                </Checkbox.Group>
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
                        Only admins and managers can change these settings.
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
            <PageHeader title="General" description="Name, time zone, currencies, minimum payout, the two-person rule and required two-factor authentication." />
            {isPending && <LoadingState />}
            {error && <ErrorState error={error} retry={() => void refetch()} />}
            {data && (
                <Stack gap="lg">
                    <NoMails />
                    <RuleEnd operator={data} />
                    <GeneralForm operator={data} />
                    <DatedSettings operator={data} />
                </Stack>
            )}
        </>
    );
}
