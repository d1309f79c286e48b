import { Box, Button, Group, Paper, Select, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowsDiff, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { causeWords, metricOfCause, type CauseCode } from '@/explain/causeWords';
import { countryName } from '@/format/country';
import { emptyGroup } from '@/format/names';
import { growth, type DateSpan } from '@/format/period';
import { useFormat } from '@/format/useFormat';
import { CompareSelect } from '@/ui/CompareSelect';
import { PageHeader } from '@/ui/PageHeader';
import { PeriodPicker, usePeriod } from '@/ui/PeriodPicker';
import { EmptyState, ErrorState, staleness } from '@/ui/states';
import { Change } from '@/ui/StatTile';
import { useSearchState } from '@/ui/useSearchState';
import { Waterfall, type WaterfallRow } from '@/ui/Waterfall';
import { queries, type ChangeExplanation, type ChangePart } from '../../api';
import { Link, linkTo } from '../../link';
import { groupName, metricName, writerOf, type MetricType, type MetricWriter } from '../../metrics';
import { changeQueryOf, type ChangeSearch } from './question';
import { changeRoute } from './routes';

type Split = ChangeExplanation['splits'][number];

const splitName = (by: string): string => (by === 'cause' ? 'Cause' : groupName(by));
const valueName = (by: string, value: string): string => (by === 'country' ? countryName(value) : value || emptyGroup(by));

// The split that is shown first: causes, unless there is only one and a group says more.
function firstSplit({ splits, suggested }: ChangeExplanation): string | undefined {
    const causes = splits.find((split) => split.by === 'cause');
    if (causes && (causes.parts.length > 1 || !suggested)) return causes.by;
    return suggested ?? splits[0]?.by;
}

function useMetricWriter(metric: string): MetricWriter {
    const format = useFormat();
    const { data } = useQuery(queries.dimensions);
    const type = data?.metrics.find(({ name }) => name === metric)?.type;
    return writerOf((type ?? 'count') as MetricType, format);
}

function useDays() {
    const format = useFormat();
    return ({ startDate, endDate }: DateSpan) => (startDate === endDate ? format.plainDate(startDate) : `${format.plainDate(startDate, 'short')} – ${format.plainDate(endDate)}`);
}

// "Commission fell by €260.00, from €350.00 to €90.00."
function Headline({ explained }: { explained: ChangeExplanation }) {
    const write = useMetricWriter(explained.metric);
    const days = useDays();
    const [before, after, difference] = [explained.before.value, explained.after.value, explained.difference].map(Number) as [number, number, number];
    const name = metricName(explained.metric);
    const sentence =
        difference === 0
            ? `${name} did not change: ${write(after)} in both periods.`
            : `${name} ${difference < 0 ? 'fell' : 'rose'} by ${write(Math.abs(difference))}, from ${write(before)} to ${write(after)}.`;
    return (
        <Box aria-live="polite">
            <Group gap="sm" align="baseline">
                <Text fw={600} fz="lg">
                    {sentence}
                </Text>
                <Change ratio={growth(after, before)} />
            </Group>
            <Text size="sm" c="dimmed">
                {days(explained.after)}, compared with {days(explained.before)}
            </Text>
        </Box>
    );
}

interface PartsProps {
    search: ChangeSearch;
    explained: ChangeExplanation;
    split: Split;
}

function GroupName({ part, by, search }: { part: ChangePart; by: string; search: ChangeSearch }) {
    const value = part.filters[by]?.[0];
    const shown = valueName(by, part.name ?? '');
    if (value === undefined || search.where?.[by] !== undefined) return <>{shown}</>;
    return (
        <Link to="/change" search={{ ...search, by: undefined, where: { ...search.where, [by]: value } }} inherit>
            {shown}
        </Link>
    );
}

function CauseLinks({ part, search, metric }: { part: ChangePart; search: ChangeSearch; metric: ChangeExplanation['metric'] }) {
    const other = metricOfCause(part.code as CauseCode, metric);
    return (
        <>
            {part.code === 'dealTerms' && (
                <Link to="/deal" inherit underline="always">
                    My deal
                </Link>
            )}
            {other && (
                <Link to="/change" search={{ ...search, metric: other, by: undefined }} inherit underline="always">
                    Explain {metricName(other)}
                </Link>
            )}
        </>
    );
}

function useRow({ search, explained, split }: PartsProps) {
    const write = useMetricWriter(explained.metric);
    return (part: ChangePart): Pick<WaterfallRow, 'name' | 'words'> => {
        if (part.kind === 'cause') {
            const { name, words } = causeWords(part.code as CauseCode, explained.metric, Number(part.difference) > 0, part.name, metricName);
            return {
                name,
                words: (
                    <>
                        {words} <CauseLinks part={part} search={search} metric={explained.metric} />
                    </>
                ),
            };
        }
        if (part.kind === 'group') return { name: <GroupName part={part} by={split.by} search={search} />, words: `From ${write(Number(part.before))} to ${write(Number(part.after))}.` };
        if (part.kind === 'overlap') return { name: 'Counted in several rows', words: 'The same click or player can be in several rows. The total counts it once.' };
        return { name: `${part.count} other values` };
    };
}

function Parts(props: PartsProps) {
    const { explained, split } = props;
    const write = useMetricWriter(explained.metric);
    const rowOf = useRow(props);
    const signed = (value: number) => `${value > 0 ? '+' : ''}${write(value)}`;
    const whole = (key: string, name: string, value: number): WaterfallRow => ({ key, name, value, written: write(value), whole: true });
    const rows: WaterfallRow[] = [
        whole('before', 'Before', Number(explained.before.value)),
        ...split.parts.map((part, index) => ({ key: String(index), value: Number(part.difference), written: signed(Number(part.difference)), ...rowOf(part) })),
        whole('after', 'After', Number(explained.after.value)),
    ];
    return (
        <Paper style={{ overflow: 'hidden' }}>
            <Waterfall label={`${metricName(explained.metric)}: what changed`} rows={rows} />
        </Paper>
    );
}

function Splits({ search, explained, onBy }: { search: ChangeSearch; explained: ChangeExplanation; onBy: (by: string) => void }) {
    const wanted = search.by ?? firstSplit(explained);
    const shown = explained.splits.find((split) => split.by === wanted) ?? explained.splits[0];
    if (!shown) {
        return (
            <Paper>
                <EmptyState title="Nothing to explain" icon={IconArrowsDiff}>
                    The number is the same in both periods, in total and in every group. Choose another metric or period.
                </EmptyState>
            </Paper>
        );
    }
    return (
        <>
            <Select label="Split by" w={220} allowDeselect={false} data={explained.splits.map(({ by }) => ({ value: by, label: splitName(by) }))} value={shown.by} onChange={(by) => by && onBy(by)} />
            <Parts search={search} explained={explained} split={shown} />
        </>
    );
}

// The filters, each with a button that removes it.
function Where({ where, onChange }: { where: Record<string, string>; onChange: (where: Record<string, string> | undefined) => void }) {
    const entries = Object.entries(where);
    const without = (key: string) => {
        const rest = Object.fromEntries(entries.filter(([name]) => name !== key));
        onChange(entries.length > 1 ? rest : undefined);
    };
    return entries.map(([key, value]) => (
        <Button key={key} variant="light" size="xs" rightSection={<IconX size={12} />} onClick={() => without(key)} aria-label={`Remove the filter ${groupName(key)}`}>
            {groupName(key)}: {key === 'country' ? countryName(value) : key === 'link' ? 'one link' : value}
        </Button>
    ));
}

export default function ChangePage() {
    const [search, setSearch] = useSearchState(changeRoute);
    const { span } = usePeriod(search);
    const found = useQuery({ ...queries.change(changeQueryOf(search, span)), placeholderData: keepPreviousData });
    const { data: dimensions } = useQuery(queries.dimensions);
    const metrics = (dimensions?.metrics ?? []).map(({ name }) => ({ value: name as string, label: metricName(name) }));
    return (
        <>
            <PageHeader title="Why did it change?" description="This page shows which causes explain the difference between two periods." parents={[{ label: 'Dashboard', link: linkTo({ to: '/' }) }]} />
            <Stack gap="md">
                <Group gap="xs">
                    <Select aria-label="Metric" w={240} searchable allowDeselect={false} data={metrics} value={search.metric ?? 'total_reward'} onChange={(metric) => metric && setSearch({ metric, by: undefined })} />
                    <PeriodPicker value={search} onChange={setSearch} />
                    <CompareSelect value={search.compare} onChange={(compare) => setSearch({ compare })} />
                    {search.where && <Where where={search.where} onChange={(where) => setSearch({ where })} />}
                </Group>
                {found.data ? (
                    <Stack gap="md" {...staleness(found)}>
                        <Headline explained={found.data} />
                        <Splits search={search} explained={found.data} onBy={(by) => setSearch({ by })} />
                    </Stack>
                ) : found.error ? (
                    <Paper>
                        <ErrorState error={found.error} retry={() => void found.refetch()} />
                    </Paper>
                ) : (
                    <Stack gap="sm" aria-label="Loading" role="status">
                        <Skeleton h={28} w="60%" />
                        <Skeleton h={320} />
                    </Stack>
                )}
            </Stack>
        </>
    );
}
