import { Button, Divider, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconCalendar, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { hoursOver, sameHours } from '@/format/clock';
import { daysOf, periodLabels, spanBefore, spanOf, type DateSpan, type PeriodName, type PeriodSearch } from '@/format/period';
import { useClock, useFormat, useToday } from '@/format/useFormat';

// The days that a page shows and the days that it compares them with, from the URL.
export function usePeriod(search: PeriodSearch): { span: DateSpan; before: DateSpan } {
    const span = spanOf(search, useToday());
    return { span, before: spanBefore(search, span) };
}

const names: PeriodName[] = ['today', 'yesterday', 'last7Days', 'last30Days', 'last90Days', 'thisMonth', 'lastMonth', 'thisQuarter', 'lastQuarter', 'thisYear', 'lastYear'];

function CustomDates({ span, today, onApply }: { span: DateSpan; today: string; onApply: (span: DateSpan) => void }) {
    const [from, setFrom] = useState(span.startDate);
    const [to, setTo] = useState(span.endDate);
    return (
        <Stack gap="xs">
            <Group gap="xs" grow>
                <TextInput type="date" size="xs" label="From" max={today} value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
                <TextInput type="date" size="xs" label="To" max={today} value={to} onChange={(event) => setTo(event.currentTarget.value)} />
            </Group>
            <Button size="xs" variant="light" disabled={!from || !to} onClick={() => onApply({ startDate: from, endDate: to })}>
                Show these days
            </Button>
        </Stack>
    );
}

interface PeriodPickerProps {
    value: PeriodSearch;
    onChange: (value: PeriodSearch) => void;
}

// Uses the browser's date fields, which support the keyboard, the locale and phones.
export function PeriodPicker({ value, onChange }: PeriodPickerProps) {
    const [opened, setOpened] = useState(false);
    const format = useFormat();
    const today = useToday();
    const { span, before } = usePeriod(value);
    const hours = hoursOver(span, useClock());
    const current = value.period ?? 'last30Days';
    const choose = (choice: PeriodSearch) => {
        onChange({ from: undefined, to: undefined, ...choice });
        setOpened(false);
    };
    const written = (some: DateSpan) =>
        daysOf(some) === 1 ? format.plainDate(some.startDate) : `${format.plainDate(some.startDate, 'short')} – ${format.plainDate(some.endDate)}`;
    return (
        <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" width={280} trapFocus>
            <Popover.Target>
                <Button
                    variant="default"
                    leftSection={<IconCalendar size={16} stroke={1.75} />}
                    rightSection={<IconChevronDown size={14} />}
                    onClick={() => setOpened(!opened)}
                >
                    {current === 'custom' ? written(span) : periodLabels[current]}
                </Button>
            </Popover.Target>
            <Popover.Dropdown p="xs">
                <Stack gap={2}>
                    {names.map((name) => (
                        <Button
                            key={name}
                            variant="subtle"
                            color="gray"
                            justify="space-between"
                            fw={400}
                            c="var(--mantine-color-text)"
                            rightSection={name === current ? <IconCheck size={16} /> : null}
                            aria-pressed={name === current}
                            onClick={() => choose({ period: name === 'last30Days' ? undefined : name })}
                        >
                            {periodLabels[name]}
                        </Button>
                    ))}
                    <Divider my={6} />
                    <CustomDates
                        key={`${span.startDate}${span.endDate}`}
                        span={span}
                        today={today}
                        onApply={(chosen) => choose({ period: 'custom', from: chosen.startDate, to: chosen.endDate })}
                    />
                    <Text size="xs" c="dimmed" mt={6}>
                        Compared with {hours === null ? written(before) : sameHours(hours, written(before))}
                    </Text>
                </Stack>
            </Popover.Dropdown>
        </Popover>
    );
}
