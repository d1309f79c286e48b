import { Button, Divider, Group, Popover, Stack, TextInput } from '@mantine/core';
import { IconCalendar, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { periodLabels, spanOf, type PeriodName } from '@/format/period';
import { useFormat, useToday } from '@/format/useFormat';

interface Days {
    startDate?: string;
    endDate?: string;
}

const names: PeriodName[] = ['today', 'yesterday', 'last7Days', 'last30Days', 'thisMonth', 'lastMonth'];

// A filter of a list by days.
export function DaysFilter({ value, onChange }: { value: Days; onChange: (days: Days) => void }) {
    const [opened, setOpened] = useState(false);
    const [from, setFrom] = useState(value.startDate ?? '');
    const [to, setTo] = useState(value.endDate ?? '');
    const format = useFormat();
    const today = useToday();
    const choose = (days: Days) => {
        onChange({ startDate: days.startDate, endDate: days.endDate });
        setOpened(false);
    };
    const is = (days: Days) => days.startDate === value.startDate && days.endDate === value.endDate;
    const current = names.find((name) => is(spanOf({ period: name }, today)));
    const written = value.startDate || value.endDate ? daysWords(format, value) : 'Any time';
    const option = (label: string, days: Days) => (
        <Button
            key={label}
            variant="subtle"
            color="gray"
            justify="space-between"
            fw={400}
            c="var(--mantine-color-text)"
            aria-pressed={is(days)}
            rightSection={is(days) ? <IconCheck size={16} /> : null}
            onClick={() => choose(days)}
        >
            {label}
        </Button>
    );
    return (
        <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="md" width={280} trapFocus>
            <Popover.Target>
                <Button
                    variant="default"
                    leftSection={<IconCalendar size={16} stroke={1.75} />}
                    rightSection={<IconChevronDown size={14} />}
                    onClick={() => {
                        setFrom(value.startDate ?? today);
                        setTo(value.endDate ?? today);
                        setOpened(!opened);
                    }}
                >
                    {current ? periodLabels[current] : written}
                </Button>
            </Popover.Target>
            <Popover.Dropdown p="xs">
                <Stack gap={2}>
                    {option('Any time', {})}
                    {names.map((name) => option(periodLabels[name], spanOf({ period: name }, today)))}
                    <Divider my={6} />
                    <Group gap="xs" grow>
                        <TextInput type="date" size="xs" label="From" max={today} value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
                        <TextInput type="date" size="xs" label="To" max={today} value={to} onChange={(event) => setTo(event.currentTarget.value)} />
                    </Group>
                    <Button size="xs" variant="light" mt={6} disabled={!from || !to} onClick={() => choose(from <= to ? { startDate: from, endDate: to } : { startDate: to, endDate: from })}>
                        Show these days
                    </Button>
                </Stack>
            </Popover.Dropdown>
        </Popover>
    );
}

export function daysWords(format: ReturnType<typeof useFormat>, { startDate, endDate }: Days): string {
    if (startDate && startDate === endDate) return format.plainDate(startDate);
    if (!startDate) return `until ${format.plainDate(endDate)}`;
    return endDate ? `${format.plainDate(startDate, 'short')} – ${format.plainDate(endDate)}` : `since ${format.plainDate(startDate)}`;
}
