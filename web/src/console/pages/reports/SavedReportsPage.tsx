import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconReportAnalytics, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { api, take } from '@/api/client';
import { periodLabels } from '@/format/period';
import { useFormat } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { ConfirmModal } from '@/ui/ConfirmModal';
import { CopyButton } from '@/ui/copy';
import { DataTable, type Column } from '@/ui/DataTable';
import { FormBody, useApiForm } from '@/ui/form';
import { PageHeader } from '@/ui/PageHeader';
import { usePagedQuery } from '@/ui/pager';
import { EmptyState } from '@/ui/states';
import { StatusBadge } from '@/ui/StatusBadge';
import { TabLinks } from '@/ui/TabLinks';
import { useSearchState } from '@/ui/useSearchState';
import { Drawer } from '@/ui/unsaved';
import { Link, LinkButton, linkTo } from '../../link';
import { groupNames, metricNames, type GroupKey, type Metric } from '../../reporting/names';
import { PresetAccess } from './PresetAccess';
import { PresetSchedules } from './PresetSchedules';
import { usePresetChanges, type Preset } from './presets';
import { savedReportsRoute } from './routes';
import { searchOfPreset } from './shape';
import { reportTabs } from './tabs';

function RenameForm({ preset }: { preset: Preset }) {
    const { change } = usePresetChanges();
    const form = useApiForm({ initialValues: { name: preset.name }, submit: ({ name }) => change(preset.id, { name: name.trim() }), onDone: () => form.resetDirty() });
    return (
        <FormBody form={form} submitLabel="Rename">
            <TextInput label="Name" required {...form.getInputProps('name')} />
        </FormBody>
    );
}

function DeleteReport({ preset, onDeleted }: { preset: Preset; onDeleted: () => void }) {
    const { remove } = usePresetChanges();
    const [asking, setAsking] = useState(false);
    return (
        <Group>
            <Button variant="default" color="red" leftSection={<IconTrash size={15} />} onClick={() => setAsking(true)}>
                Delete report
            </Button>
            <ConfirmModal
                opened={asking}
                onClose={() => setAsking(false)}
                title="Delete report?"
                confirmLabel="Delete"
                danger
                onConfirm={async () => {
                    await remove(preset.id);
                    onDeleted();
                }}
            >
                This deletes “{preset.name}” with its schedules and its API URL. No figures are deleted.
            </ConfirmModal>
        </Group>
    );
}

function useColumns(onManage: (preset: Preset) => void): Column<Preset>[] {
    const format = useFormat();
    const days = (preset: Preset) =>
        preset.startDate && preset.endDate ? `${format.plainDate(preset.startDate, 'short')} – ${format.plainDate(preset.endDate)}` : periodLabels[preset.period ?? 'last30Days'];
    const shows = (preset: Preset) => {
        const metrics = preset.metrics.map((name) => metricNames[name as Metric] ?? name).join(', ');
        return preset.groupKeys.length > 0 ? `${metrics} by ${preset.groupKeys.map((name) => groupNames[name as GroupKey] ?? name).join(', ')}` : metrics;
    };
    return [
        { key: 'name', header: 'Name', sortValue: (preset) => preset.name, cell: (preset) => preset.name },
        {
            key: 'shows',
            header: 'Shows',
            sortValue: shows,
            cell: (preset) => (
                <Text span size="sm" c="dimmed">
                    {shows(preset)}
                </Text>
            ),
        },
        { key: 'days', header: 'Days', cell: days },
        { key: 'status', header: 'API URL', sortValue: (preset) => (preset.tokenActive ? 'On' : 'Off'), cell: (preset) => <StatusBadge status={preset.tokenActive ? 'active' : 'inactive'} label={preset.tokenActive ? 'On' : 'Off'} />, width: 90 },
        {
            key: 'actions',
            header: '',
            width: 150,
            cell: (preset) => (
                <Group gap={4} wrap="nowrap" justify="flex-end">
                    {preset.tokenActive && preset.apiUrl && <CopyButton value={preset.apiUrl} label={`Copy API URL of ${preset.name}`} />}
                    <Button variant="default" size="compact-sm" onClick={() => onManage(preset)} aria-label={`Manage ${preset.name}`}>
                        Manage
                    </Button>
                </Group>
            ),
        },
    ];
}

export default function SavedReportsPage() {
    const [search, setSearch] = useSearchState(savedReportsRoute);
    const [managed, setManaged] = useState<string | null>(null);
    const { write } = usePermissions();
    const { query, pager } = usePagedQuery({
        queryKey: ['report-presets'],
        read: (cursor) => take(api.GET('/report-presets', { params: { query: { limit: 50, cursor } } })),
        cursor: search.cursor,
        setCursor: (cursor) => setSearch({ cursor }),
    });
    const preset = query.data?.find((one) => one.id === managed);
    const close = () => setManaged(null);
    return (
        <>
            <PageHeader title="Saved reports" description="A saved report can be mailed to people regularly. Programs and spreadsheets can read it from its API URL without a log-in." />
            <TabLinks label="Reports" tabs={reportTabs('saved')} />
            <DataTable
                label="Saved reports"
                columns={useColumns((one) => setManaged(one.id))}
                query={query}
                pager={pager}
                rowKey={(one) => one.id}
                rowLink={(one) => linkTo({ to: '/reports', search: searchOfPreset(one) })}
                empty={
                    <EmptyState title="No saved reports yet" icon={IconReportAnalytics} action={<LinkButton to="/reports">Build a report</LinkButton>}>
                        Build a report and save it. It can have an API URL for programs and spreadsheets.
                    </EmptyState>
                }
            />
            <Drawer opened={preset !== undefined} onClose={close} title={<Text fw={600}>{preset?.name}</Text>}>
                {preset && (
                    <Stack gap="xl">
                        <Link to="/reports" search={searchOfPreset(preset)} size="sm">
                            Open report
                        </Link>
                        {write && <RenameForm key={preset.name} preset={preset} />}
                        <PresetSchedules preset={preset} />
                        <PresetAccess preset={preset} />
                        {write && <DeleteReport preset={preset} onDeleted={close} />}
                    </Stack>
                )}
            </Drawer>
        </>
    );
}
