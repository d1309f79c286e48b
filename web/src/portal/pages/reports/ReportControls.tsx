import { Button, Group, MultiSelect, Paper, Pill, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries, type Dimensions } from '../../api';
import { groupName, metricName, useGroupText } from '../../metrics';
import { countryName } from '@/format/country';
import type { Choice } from './choice';

export interface ReportChange {
    groups?: string[];
    metrics?: string[];
    sort?: string;
    show?: string;
    where?: Record<string, string>;
}

const quick = ['date', 'month', 'link', 'campaign', 'source', 'country', 'device', 'sub1'];

// The settings of a report: groups and metrics.
export function ReportControls({ known, choice, onChange }: { known: Dimensions; choice: Choice; onChange: (change: ReportChange) => void }) {
    const offered = quick.filter((name) => known.groupKeys.some((one) => one.name === name));
    return (
        <Paper p="md" component="section" aria-label="Report settings" mb="md">
            <Group gap={6} mb="md" role="group" aria-label="Quick selection">
                <Text size="sm" c="dimmed" mr={4}>
                    By
                </Text>
                {offered.map((name) => {
                    const current = choice.groups.length === 1 && choice.groups[0] === name;
                    return (
                        <Button key={name} size="compact-sm" variant={current ? 'light' : 'default'} fw={500} aria-pressed={current} onClick={() => onChange({ groups: [name], sort: undefined })}>
                            {groupName(name)}
                        </Button>
                    );
                })}
            </Group>
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
                <MultiSelect
                    label="Group by"
                    placeholder={choice.groups.length === 0 ? 'Totals only' : undefined}
                    data={known.groupKeys.map((one) => ({ value: one.name, label: groupName(one.name) }))}
                    value={choice.groups}
                    maxValues={4}
                    searchable
                    clearable={false}
                    hidePickedOptions
                    onChange={(groups) => onChange({ groups, sort: undefined })}
                />
                <MultiSelect
                    label="Metrics"
                    data={known.metrics.map((one) => ({ value: one.name, label: metricName(one.name) }))}
                    value={choice.metrics}
                    searchable
                    hidePickedOptions
                    renderOption={({ option }) => (
                        <div>
                            <Text size="sm">{option.label}</Text>
                            <Text size="xs" c="dimmed">
                                {known.metrics.find((one) => one.name === option.value)?.description}
                            </Text>
                        </div>
                    )}
                    onChange={(metrics) => metrics.length > 0 && onChange({ metrics, sort: undefined })}
                />
            </SimpleGrid>
            <Narrowed choice={choice} onChange={onChange} />
        </Paper>
    );
}

// The filters of the report. Each can be removed.
function Narrowed({ choice, onChange }: { choice: Choice; onChange: (change: ReportChange) => void }) {
    const text = useGroupText();
    const links = useQuery({ ...queries.allLinks, enabled: 'link' in choice.where });
    const entries = Object.entries(choice.where);
    if (entries.length === 0) return null;
    const valueText = (key: string, value: string) => {
        const link = key === 'link' ? links.data?.find((one) => one.linkId === value) : undefined;
        return key === 'country' && value ? countryName(value) : link ? (link.name ?? link.code) : text(key, value);
    };
    const without = (key: string) => {
        const rest = Object.fromEntries(entries.filter(([one]) => one !== key));
        return Object.keys(rest).length > 0 ? rest : undefined;
    };
    return (
        <Group gap={6} mt="md">
            <Text size="sm" c="dimmed">
                Filters
            </Text>
            {entries.map(([key, value]) => (
                <Pill key={key} size="md" withRemoveButton onRemove={() => onChange({ where: without(key) })} removeButtonProps={{ 'aria-label': `Remove filter ${groupName(key).toLowerCase()}`, tabIndex: 0, 'aria-hidden': false }}>
                    {groupName(key)}: {valueText(key, value)}
                </Pill>
            ))}
        </Group>
    );
}
