import { Select } from '@mantine/core';

const choices = [
    { value: 'previous', label: 'Previous period' },
    { value: 'year', label: 'Same period last year' },
];

// The period that another one is compared with. The previous period is the default and is not part of the URL.
export function CompareSelect({ value, onChange }: { value: 'year' | undefined; onChange: (value: 'year' | undefined) => void }) {
    return <Select aria-label="Compare with" w={220} allowDeselect={false} data={choices} value={value ?? 'previous'} onChange={(chosen) => onChange(chosen === 'year' ? 'year' : undefined)} />;
}
