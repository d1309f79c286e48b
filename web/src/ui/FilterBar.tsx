import { Button, Group, Select, TextInput, type SelectProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';

// The filters of a list. The Clear button is shown while a filter is set.
export function FilterBar({ children, onClear, active }: { children: ReactNode; onClear?: () => void; active?: boolean }) {
    return (
        <Group gap="xs" mb="md" role="search">
            {children}
            {active && onClear && (
                <Button variant="subtle" color="gray" leftSection={<IconX size={14} />} onClick={onClear}>
                    Clear
                </Button>
            )}
        </Group>
    );
}

interface FilterSelectProps extends Pick<SelectProps, 'data' | 'disabled'> {
    label: string;
    value: string | undefined;
    onChange: (value: string | undefined) => void;
    width?: number;
}

export function FilterSelect({ label, value, onChange, width = 180, data, disabled }: FilterSelectProps) {
    const many = Array.isArray(data) && data.length > 8;
    return (
        <Select
            aria-label={label}
            placeholder={label}
            data={data}
            disabled={disabled}
            value={value ?? null}
            onChange={(chosen) => onChange(chosen ?? undefined)}
            clearable
            searchable={many}
            limit={100}
            w={{ base: '100%', xs: width }}
            clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
        />
    );
}

// A filter by exact text. The URL changes when typing pauses.
export function FilterText({ label, value, onChange, width = 220 }: { label: string; value: string | undefined; onChange: (value: string | undefined) => void; width?: number }) {
    const [typed, setTyped] = useState(value ?? '');
    const tell = useDebouncedCallback((text: string) => onChange(text || undefined), 300);
    useEffect(() => setTyped(value ?? ''), [value]);
    return (
        <TextInput
            aria-label={label}
            placeholder={label}
            leftSection={<IconSearch size={15} />}
            value={typed}
            w={{ base: '100%', xs: width }}
            onChange={(event) => {
                setTyped(event.currentTarget.value);
                tell(event.currentTarget.value.trim());
            }}
        />
    );
}
