import { Alert, Checkbox, Group, MultiSelect, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from '@/api/client';
import { FormBody, useApiForm } from '@/ui/form';
import { healthQuery } from '../home/questions';
import type { Preset } from './presets';
import { recipientsQuery, useScheduleChanges } from './schedules';
import { frequencies, hourLabel, type Schedule } from './scheduleWords';

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourLabel(hour) }));

interface ScheduleFormProps {
    preset: Preset;
    // Null for a new schedule.
    schedule: Schedule | null;
    onClose: () => void;
    onSecret: (secret: string) => void;
}

function useScheduleForm({ preset, schedule, onClose, onSecret }: ScheduleFormProps) {
    const { create, change } = useScheduleChanges();
    return useApiForm({
        initialValues: {
            target: schedule?.url ? 'url' : 'people',
            frequency: schedule?.frequency ?? ('daily' as Schedule['frequency']),
            hour: String(schedule?.hour ?? 6),
            recipients: schedule?.recipients ?? ([] as string[]),
            formats: schedule?.formats ?? (['xlsx'] as Schedule['formats']),
            url: schedule?.url ?? '',
        },
        submit: async ({ target, hour, url, recipients, ...rest }): Promise<Schema<'CreatedReportSchedule'> | null> => {
            const toPeople = target === 'people';
            const body = { ...rest, hour: Number(hour), recipients: toPeople ? recipients : [], url: toPeople ? null : url.trim() };
            if (!schedule) return create({ ...body, presetId: preset.id, status: 'active' });
            await change(schedule.id, body);
            return null;
        },
        onDone: (made) => {
            onClose();
            if (made?.secret) onSecret(made.secret);
            else notifications.show({ message: 'Schedule saved.' });
        },
    });
}

function People({ form }: { form: ReturnType<typeof useScheduleForm> }) {
    const people = useQuery(recipientsQuery);
    const health = useQuery(healthQuery);
    return (
        <>
            {health.data?.mail.enabled === false && (
                <Alert color="yellow">This service has no mail server, so it sends no mail. Reports can be posted to a URL.</Alert>
            )}
            <MultiSelect
                label="People"
                required
                searchable
                placeholder="Choose people of your company"
                data={(people.data?.items ?? []).map(({ id, email }) => ({ value: id, label: email }))}
                error={people.error ? 'The people could not be loaded.' : undefined}
                {...form.getInputProps('recipients')}
            />
        </>
    );
}

export function ScheduleForm(props: ScheduleFormProps) {
    const { schedule, onClose } = props;
    const form = useScheduleForm(props);
    const values = form.getValues();
    return (
        <FormBody form={form} submitLabel={schedule ? 'Save schedule' : 'Create schedule'} onCancel={onClose}>
            <Group grow align="flex-start">
                <Select label="How often" data={frequencies} allowDeselect={false} data-autofocus {...form.getInputProps('frequency')} />
                <Select label="Time" data={hours} allowDeselect={false} {...form.getInputProps('hour')} />
            </Group>
            <Text size="xs" c="dimmed">
                The report covers {frequencies.find(({ value }) => value === values.frequency)?.days}, in your time zone, and is sent when the figures are complete.
            </Text>
            {!schedule && (
                <Stack gap={4}>
                    <Text size="sm" fw={500} id="schedule-target">
                        Send to
                    </Text>
                    <SegmentedControl
                        aria-labelledby="schedule-target"
                        data={[
                            { value: 'people', label: 'People, by mail' },
                            { value: 'url', label: 'A URL' },
                        ]}
                        {...form.getInputProps('target')}
                    />
                </Stack>
            )}
            {values.target === 'people' ? (
                <People form={form} />
            ) : (
                <TextInput label="URL" required placeholder="https://backend.example/reports" maxLength={2048} description="Each file is posted to this URL and signed like a webhook." {...form.getInputProps('url')} />
            )}
            <Checkbox.Group label="Files" required {...form.getInputProps('formats')}>
                <Group mt="xs">
                    <Checkbox value="xlsx" label="Spreadsheet (XLSX)" />
                    <Checkbox value="csv" label="CSV" />
                </Group>
            </Checkbox.Group>
        </FormBody>
    );
}
