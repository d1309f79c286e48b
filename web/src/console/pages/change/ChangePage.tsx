import { Alert, Box, Group, Paper, SegmentedControl, Select, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { hoursOver } from '@/format/clock';
import { growth, type DateSpan } from '@/format/period';
import { useClock, useFormat } from '@/format/useFormat';
import { CompareSelect } from '@/ui/CompareSelect';
import { PageHeader } from '@/ui/PageHeader';
import { PeriodPicker, usePeriod } from '@/ui/PeriodPicker';
import { EmptyState, ErrorState, staleness } from '@/ui/states';
import { Change } from '@/ui/StatTile';
import { TabLinks } from '@/ui/TabLinks';
import { useSearchState } from '@/ui/useSearchState';
import { changeQuery, type ChangeExplanation, type ChangeSearch } from '../../reporting/change';
import { betterOf, groupNames, metricFamilies, metricNames, type GroupKey, type Metric } from '../../reporting/names';
import { useMetricWriter } from '../../reporting/values';
import { FilterPicker } from '../reports/FilterPicker';
import { reportTabs } from '../reports/tabs';
import builder from '../reports/builder.module.css';
import { ChangeWaterfall } from './ChangeWaterfall';
import { metricOf } from './questions';
import { changeRoute } from './routes';

const metricChoices = metricFamilies.map((family) => ({ group: family.label, items: family.names.map((value) => ({ value, label: metricNames[value] })) }));

const splitName = (by: string): string => (by === 'cause' ? 'Cause' : (groupNames[by as GroupKey] ?? by));

function useDays() {
    const format = useFormat();
    return ({ startDate, endDate }: DateSpan) => (startDate === endDate ? format.plainDate(startDate) : `${format.plainDate(startDate, 'short')} – ${format.plainDate(endDate)}`);
}

// "Commission fell by €260.00, from €350.00 to €90.00."
function Headline({ metric, explained }: { metric: Metric; explained: ChangeExplanation }) {
    const write = useMetricWriter();
    const days = useDays();
    const unfinished = hoursOver(explained.after, useClock()) !== null;
    const before = Number(explained.before.value);
    const after = Number(explained.after.value);
    const difference = Number(explained.difference);
    const name = metricNames[metric];
    const sentence =
        difference === 0
            ? `${name} did not change: ${write(metric, after)} in both periods.`
            : `${name} ${difference < 0 ? 'fell' : 'rose'} by ${write(metric, Math.abs(difference))}, from ${write(metric, before)} to ${write(metric, after)}.`;
    return (
        <Box mb="md" aria-live="polite">
            <Group gap="sm" align="baseline">
                <Text fw={600} fz="lg">
                    {sentence}
                </Text>
                <Change ratio={growth(after, before)} better={betterOf(metric)} />
            </Group>
            <Text size="sm" c="dimmed">
                {days(explained.after)}, compared with {days(explained.before)}
                {unfinished && '. Today is not complete yet, so the other day has more hours.'}
            </Text>
        </Box>
    );
}

// The split that is shown first: causes, unless there is only one and a group says more.
function firstSplit({ splits, suggested }: ChangeExplanation): string | undefined {
    const causes = splits.find((split) => split.by === 'cause');
    if (causes && (causes.parts.length > 1 || !suggested)) return causes.by;
    return suggested ?? splits[0]?.by;
}

function Splits({ metric, search, explained, onBy }: { metric: Metric; search: ChangeSearch; explained: ChangeExplanation; onBy: (by: string) => void }) {
    const shown = explained.splits.find((split) => split.by === search.by) ?? explained.splits.find((split) => split.by === firstSplit(explained));
    if (!shown) {
        return (
            <Paper>
                <EmptyState title="Nothing to explain" icon={IconArrowsDiff}>
                    The metric is the same in both periods, in total and in every group. Choose another metric, period or filter.
                </EmptyState>
            </Paper>
        );
    }
    const choices = explained.splits.map(({ by }) => ({ value: by, label: splitName(by) }));
    return (
        <>
            <Group mb="sm" gap="xs">
                <Text size="sm" c="dimmed" id="split-by">
                    Split by
                </Text>
                <SegmentedControl visibleFrom="md" size="xs" aria-labelledby="split-by" data={choices} value={shown.by} onChange={onBy} />
                <Select hiddenFrom="md" aria-label="Split by" w={180} allowDeselect={false} data={choices} value={shown.by} onChange={(by) => by && onBy(by)} />
            </Group>
            <Paper style={{ overflow: 'hidden' }}>
                <ChangeWaterfall metric={metric} search={search} explained={explained} split={shown} />
            </Paper>
            {shown.by !== 'cause' && explained.suggested === shown.by && (
                <Text size="xs" c="dimmed" mt="xs">
                    A few values of {splitName(shown.by).toLowerCase().replace('subid', 'SubID')} explain most of the change.
                </Text>
            )}
        </>
    );
}

export default function ChangePage() {
    const [search, setSearch] = useSearchState(changeRoute);
    const metric = metricOf(search);
    const { span } = usePeriod(search);
    const found = useQuery(changeQuery(metric, search, span));
    const set = (change: Partial<ChangeSearch>) => setSearch(change);
    return (
        <>
            <PageHeader title="Why did it change?" description="This page shows which causes explain the difference between two periods." />
            <TabLinks label="Reports" tabs={reportTabs('change')} />
            <section className={builder.panel} aria-label="What to explain">
                <div className={builder.label}>Metric</div>
                <Select aria-label="Metric" maw={280} searchable allowDeselect={false} data={metricChoices} value={metric} onChange={(chosen) => chosen && set({ metric: chosen, by: undefined })} />
                <div className={builder.label}>Filters</div>
                <FilterPicker filters={search.filters ?? {}} onChange={(filters) => set({ filters })} span={span} />
                <div className={builder.label}>Days</div>
                <Group gap="xs">
                    <PeriodPicker value={search} onChange={set} />
                    <CompareSelect value={search.compare} onChange={(compare) => set({ compare })} />
                </Group>
            </section>
            {found.error && !found.data ? (
                <Paper>
                    <ErrorState error={found.error} retry={() => void found.refetch()} />
                </Paper>
            ) : found.data ? (
                <Box {...staleness(found)}>
                    {found.error && <Alert color="red">The numbers could not be updated.</Alert>}
                    <Headline metric={found.data.metric as Metric} explained={found.data} />
                    <Splits metric={found.data.metric as Metric} search={search} explained={found.data} onBy={(by) => set({ by })} />
                </Box>
            ) : (
                <Stack gap="sm" aria-label="Loading" role="status">
                    <Skeleton h={28} w="60%" />
                    <Skeleton h={320} />
                </Stack>
            )}
        </>
    );
}
