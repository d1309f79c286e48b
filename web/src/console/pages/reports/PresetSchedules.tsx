import { Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCalendarPlus, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormat } from '@/format/useFormat';
import { PauseNote } from '@/outbox/PauseNote';
import { usePermissions } from '@/session/session';
import { ConfirmModal } from '@/ui/ConfirmModal';
import { CopyField } from '@/ui/copy';
import { When } from '@/ui/Money';
import { ErrorNotice, ErrorState } from '@/ui/states';
import { StatusBadge } from '@/ui/StatusBadge';
import { Modal } from '@/ui/unsaved';
import type { Preset } from './presets';
import { ScheduleForm } from './ScheduleForm';
import { recipientsQuery, runsQuery, schedulesQuery, useScheduleChanges } from './schedules';
import { describeSchedule, describeUnsubscribed, resultOf, type Schedule } from './scheduleWords';

// The last run of the schedule, and its result.
function LastRun({ schedule }: { schedule: Schedule }) {
    const format = useFormat();
    const runs = useQuery(runsQuery(schedule.id));
    if (runs.error) return <ErrorNotice error={runs.error} />;
    if (!runs.data) return <Loader size="xs" aria-label="Loading" />;
    const [last] = runs.data.items;
    if (!last) {
        return (
            <Text size="sm" c="dimmed">
                Not sent yet
            </Text>
        );
    }
    const days = last.startDate === last.endDate ? format.plainDate(last.startDate) : `${format.plainDate(last.startDate, 'short')} – ${format.plainDate(last.endDate)}`;
    return (
        <Stack gap={4}>
            <Group gap="xs">
                <Text size="sm">
                    Last sent <When at={last.at} />: {days}
                </Text>
                <StatusBadge status={resultOf(last)} />
            </Group>
            {last.error && (
                <Text size="sm" c="red">
                    {last.error}
                </Text>
            )}
        </Stack>
    );
}

// Only people who may choose recipients may see their addresses.
function Unsubscribed({ schedule }: { schedule: Schedule }) {
    const { write } = usePermissions();
    const someone = schedule.unsubscribed.length > 0;
    const people = useQuery({ ...recipientsQuery, enabled: write && someone });
    if (!someone) return null;
    return (
        <Text size="sm" c="dimmed">
            {describeUnsubscribed(schedule, people.data?.items ?? [])}
        </Text>
    );
}

function RotateSecret({ schedule, onSecret }: { schedule: Schedule; onSecret: (secret: string | null) => void }) {
    const { rotateSecret } = useScheduleChanges();
    const [asking, setAsking] = useState(false);
    return (
        <>
            <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
                New secret
            </Button>
            <ConfirmModal opened={asking} onClose={() => setAsking(false)} title="Create a new secret?" confirmLabel="New secret" onConfirm={async () => onSecret(await rotateSecret(schedule.id))}>
                For one day, files are signed with the previous and the new secret. Give your receiver the new secret within that day.
            </ConfirmModal>
        </>
    );
}

interface ScheduleCardProps {
    schedule: Schedule;
    onEdit: () => void;
    onSecret: (secret: string | null) => void;
}

function ScheduleCard({ schedule, onEdit, onSecret }: ScheduleCardProps) {
    const { write } = usePermissions();
    const { change, send, remove } = useScheduleChanges();
    const [busy, setBusy] = useState(false);
    const [deleting, setDeleting] = useState(false);
    const [error, setError] = useState<unknown>(null);
    const run = async (action: () => Promise<unknown>, done: string) => {
        setBusy(true);
        setError(null);
        try {
            await action();
            notifications.show({ message: done });
        } catch (refused) {
            setError(refused);
        } finally {
            setBusy(false);
        }
    };
    const isActive = schedule.status === 'active';
    const toggle = () => void run(() => change(schedule.id, { status: isActive ? 'inactive' : 'active' }), isActive ? 'The schedule is paused.' : 'The schedule runs again.');
    return (
        <Paper withBorder p="md" component="section" aria-label={describeSchedule(schedule)}>
            <Stack gap="xs">
                <Group justify="space-between" wrap="nowrap">
                    <Text fw={500}>{describeSchedule(schedule)}</Text>
                    <StatusBadge status={isActive ? 'active' : 'paused'} />
                </Group>
                {schedule.status === 'paused' && <PauseNote reason={schedule.pauseReason} />}
                <LastRun schedule={schedule} />
                <Unsubscribed schedule={schedule} />
                <ErrorNotice error={error} />
                {write && (
                    <Group gap="xs">
                        <Button size="compact-sm" variant="default" leftSection={<IconSend size={14} />} loading={busy} onClick={() => void run(() => send(schedule.id), 'The report is being sent.')}>
                            Send now
                        </Button>
                        <Button size="compact-sm" variant="default" disabled={busy} onClick={toggle}>
                            {isActive ? 'Pause' : 'Resume'}
                        </Button>
                        <Button size="compact-sm" variant="default" onClick={onEdit}>
                            Edit
                        </Button>
                        {schedule.url && <RotateSecret schedule={schedule} onSecret={onSecret} />}
                        <Button size="compact-sm" variant="default" color="red" onClick={() => setDeleting(true)}>
                            Delete
                        </Button>
                    </Group>
                )}
            </Stack>
            <ConfirmModal opened={deleting} onClose={() => setDeleting(false)} title="Delete schedule?" confirmLabel="Delete" danger onConfirm={() => remove(schedule.id)}>
                The report is no longer sent {describeSchedule(schedule).toLowerCase()}. Reports that were already sent are not affected.
            </ConfirmModal>
        </Paper>
    );
}

function Secret({ secret, onClose }: { secret: string | null; onClose: () => void }) {
    return (
        <Modal opened={secret !== null} onClose={onClose} title={<Text fw={600}>Secret of the URL</Text>} closeOnClickOutside={false} size="lg">
            <Stack gap="md">
                <Text size="sm">Copy the secret now. It is not shown again. Your receiver needs it to check the signatures of files.</Text>
                <CopyField label="Secret" value={secret ?? ''} />
                <Button onClick={onClose} style={{ alignSelf: 'flex-end' }}>
                    I have copied it
                </Button>
            </Stack>
        </Modal>
    );
}

// The schedules of a saved report: who gets it when, and the result of the last run.
export function PresetSchedules({ preset }: { preset: Preset }) {
    const { write } = usePermissions();
    const schedules = useQuery(schedulesQuery(preset.id));
    const [edited, setEdited] = useState<Schedule | 'new' | null>(null);
    const [secret, setSecret] = useState<string | null>(null);
    const close = () => setEdited(null);
    return (
        <Stack gap="sm" component="section" aria-label="Schedules">
            <Group justify="space-between">
                <Title order={3} size="h5">
                    Schedules
                </Title>
                {write && (
                    <Button size="compact-sm" variant="default" leftSection={<IconCalendarPlus size={14} />} onClick={() => setEdited('new')}>
                        New schedule
                    </Button>
                )}
            </Group>
            {schedules.error && !schedules.data && <ErrorState error={schedules.error} retry={() => void schedules.refetch()} />}
            {schedules.isPending && <Loader size="sm" aria-label="Loading schedules" />}
            {schedules.data?.length === 0 && (
                <Text size="sm" c="dimmed">
                    Nobody gets this report regularly. A schedule sends it every day, week or month, by mail or to a URL.
                </Text>
            )}
            {schedules.data?.map((schedule) => <ScheduleCard key={schedule.id} schedule={schedule} onEdit={() => setEdited(schedule)} onSecret={setSecret} />)}
            <Modal opened={edited !== null} onClose={close} title={<Text fw={600}>{edited === 'new' ? 'New schedule' : 'Edit schedule'}</Text>}>
                {edited && <ScheduleForm preset={preset} schedule={edited === 'new' ? null : edited} onClose={close} onSecret={setSecret} />}
            </Modal>
            <Secret secret={secret} onClose={() => setSecret(null)} />
        </Stack>
    );
}
