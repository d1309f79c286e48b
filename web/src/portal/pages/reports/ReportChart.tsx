import { Paper, Select, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pointNow, type TimeStep } from '@/format/clock';
import type { DateSpan } from '@/format/period';
import { useClock, useFormat } from '@/format/useFormat';
import { staleness } from '@/ui/states';
import { TimeChart } from '@/ui/TimeChart';
import type { Dimensions } from '../../api';
import { groupName, metricName, useGroupText, writerOf } from '../../metrics';
import { countryName } from '@/format/country';
import { placesOf, valuesOf } from '../dashboard/series';
import { timeGroups, type Choice } from './choice';
import { chartQuery } from './questions';

// One metric by the first group: a line over time, otherwise bars of the largest values.
export function ReportChart({ known, choice, span, onShow }: { known: Dimensions; choice: Choice; span: DateSpan; onShow: (metric: string) => void }) {
    const format = useFormat();
    const clock = useClock();
    const groupText = useGroupText();
    const group = choice.groups[0];
    const found = useQuery({ ...chartQuery(choice, span), enabled: group !== undefined });
    if (!group) return null;
    const isTime = timeGroups.includes(group);
    const type = known.metrics.find((one) => one.name === choice.show)?.type ?? 'count';
    const write = writerOf(type, format);
    const every = group === 'date' || group === 'week' ? placesOf(span, group) : null;
    const data = every
        ? valuesOf(found.data, span, group as 'date' | 'week', choice.show).map((value, index) => ({ x: every[index] ?? '', value }))
        : (found.data?.rows ?? []).map((row) => ({ x: row.groupKeys[group] ?? '', value: row.metrics[choice.show] ?? 0 }));
    const formatX = (x: string) => (group === 'date' ? format.plainDate(x, 'short') : group === 'country' && x ? countryName(x) : groupText(group, x));
    const chooser = (
        <Select
            aria-label="Metric of the chart"
            size="xs"
            w={190}
            data={choice.metrics.map((name) => ({ value: name, label: metricName(name) }))}
            value={choice.show}
            onChange={(value) => value && onShow(value)}
            allowDeselect={false}
        />
    );
    return (
        <Paper p={{ base: 'sm', xs: 'md' }} mb="md" {...staleness(found)}>
            {found.isPending ? (
                <Skeleton h={292} />
            ) : data.length === 0 ? (
                <Text size="sm" c="dimmed" ta="center" py="xl">
                    No data in this period
                </Text>
            ) : (
                <TimeChart
                    label={`${metricName(choice.show)} by ${groupName(group).toLowerCase()}`}
                    xLabel={groupName(group)}
                    kind={isTime ? 'area' : 'bar'}
                    data={data}
                    formatX={formatX}
                    height={250}
                    unfinished={isTime ? pointNow(clock, group as TimeStep) : undefined}
                    controls={chooser}
                    series={[{ key: 'value', label: metricName(choice.show), format: write, formatShort: write.short }]}
                />
            )}
        </Paper>
    );
}
