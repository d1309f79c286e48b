import { Box, Group, Paper, Pill, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '@/format/useFormat';
import { reportQuery, type ReportQuestion } from './ask';
import { daysWords } from './DaysFilter';
import { drillValues, type DrillSearch } from './drill';
import { groupNames, isTime, metricNames, type GroupKey } from './names';
import { formulaWords, isMoney, useDimensions, writeGroup, writeMetric } from './values';

export interface Chip {
    key: string;
    label: string;
    value: string;
    onRemove: () => void;
}

// The filters of a list. Each can be removed.
export function Chips({ chips }: { chips: Chip[] }) {
    if (chips.length === 0) return null;
    return (
        <Group gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Filters">
            {chips.map((chip) => (
                <Pill key={chip.key} component="li" size="md" withRemoveButton onRemove={chip.onRemove} removeButtonProps={{ 'aria-label': `Remove ${chip.label}`, 'aria-hidden': undefined, tabIndex: 0 }}>
                    <span className="fl-dimmed">
                        {chip.label}:
                    </span>{' '}
                    {chip.value}
                </Pill>
            ))}
        </Group>
    );
}

// The groups of a report row as chips. The metric is shown elsewhere.
export function useDrillChips(search: DrillSearch, setSearch: (change: Partial<DrillSearch>) => void): Chip[] {
    const format = useFormat();
    const chips = Object.entries(drillValues(search)).map(([key, value]): Chip => {
        const name = key as GroupKey;
        const rest = search.none?.filter((one) => one !== name);
        return {
            key,
            label: groupNames[name],
            value: writeGroup(format, name, value),
            onRemove: () => setSearch({ [name]: undefined, none: rest && rest.length > 0 ? rest : undefined }),
        };
    });
    if (search.startDate || search.endDate) {
        const remove = () => setSearch({ startDate: undefined, endDate: undefined });
        chips.push({ key: 'days', label: 'Days', value: daysWords(format, search), onRemove: remove });
    }
    return chips;
}

// The number that was opened, from the report with the same filters as the list.
function useOpenedNumber(search: DrillSearch, narrowed: Record<string, string | undefined>, comparable: boolean) {
    const values = { ...narrowed, ...drillValues(search) };
    const filters = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined).map(([key, value]) => [key, [value as string]]));
    const currency = values.currency;
    const question: ReportQuestion = {
        groupKeys: currency ? ['currency'] : [],
        metrics: search.metric ? [search.metric] : ['click_count'],
        filters,
        startDate: search.startDate,
        endDate: search.endDate,
    };
    const asks = Boolean(search.metric && search.startDate && search.endDate && comparable);
    const found = useQuery({ ...reportQuery(question), enabled: asks, placeholderData: undefined });
    const sums = currency ? found.data?.rows[0]?.metrics : found.data?.totals;
    return { asks, currency, value: search.metric && found.data ? (sums?.[search.metric] ?? 0) : undefined };
}

interface BannerProps {
    search: DrillSearch;
    // Further filters of the list, by group key.
    narrowed?: Record<string, string | undefined>;
    // Whether reports know all filters of the list.
    comparable?: boolean;
    what: string;
    onClear: () => void;
}

// Shown above the list of a number: the number, its description and formula.
export function DrillBanner({ search, narrowed = {}, comparable = true, what, onClear }: BannerProps) {
    const format = useFormat();
    const { metrics } = useDimensions();
    const { asks, currency, value } = useOpenedNumber(search, narrowed, comparable);
    const metric = search.metric;
    if (!metric || !metricNames[metric]) return null;
    const known = metrics.get(metric);
    const times = Object.keys(drillValues(search)).filter(isTime).length;
    return (
        <Paper px="md" py="sm" mb="md" bg="var(--fl-side)" component="section" aria-label="Opened number">
            <Group justify="space-between" align="flex-start" gap="md" wrap="nowrap">
                <Box miw={0}>
                    <Group gap="xs" align="baseline">
                        {asks &&
                            (value === undefined ? (
                                <Skeleton h={24} w={110} />
                            ) : (
                                <Text fz={22} fw={600} lh={1.3} className="tabular">
                                    {writeMetric(format, metric, value, currency)}
                                </Text>
                            ))}
                        <Text fw={550}>{metricNames[metric]}</Text>
                    </Group>
                    <Text size="sm" c="dimmed">
                        {known ? `${known.description}: ${formulaWords(known.formula)}. ` : ''}
                        The list shows the {what} that add up to this number{times > 0 ? ' at that time' : ''}
                        {isMoney(metric) && !currency ? `, each converted to ${format.conventions.baseCurrency} at the exchange rate of its day` : ''}.
                    </Text>
                </Box>
                <Pill size="md" withRemoveButton onRemove={onClear} removeButtonProps={{ 'aria-label': `Show the ${what} of all metrics`, 'aria-hidden': undefined, tabIndex: 0 }} flex="none">
                    {metricNames[metric]} only
                </Pill>
            </Group>
        </Paper>
    );
}
