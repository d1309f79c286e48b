import { Select } from '@mantine/core';
import type { ReactNode } from 'react';

export interface LandingPageChoice {
    id: string;
    name: string;
    url: string;
}

interface LandingPageSelectProps {
    pages: LandingPageChoice[];
    value: string | null;
    error?: ReactNode;
    onChange: (page: LandingPageChoice | null) => void;
}

const own = 'own';

// Chooses a landing page of the brand, or a URL of one's own. Shows nothing if the brand has no landing pages.
export function LandingPageSelect({ pages, value, error, onChange }: LandingPageSelectProps) {
    if (pages.length === 0 && value === null) return null;
    const chosen = pages.find((page) => page.id === value);
    return (
        <Select
            label="Landing page"
            description={chosen ? `Visitors reach ${chosen.url}` : undefined}
            data={[...pages.map((page) => ({ value: page.id, label: page.name })), { value: own, label: 'Another page' }]}
            allowDeselect={false}
            searchable={pages.length > 8}
            value={value ?? own}
            error={error}
            onChange={(id) => onChange(pages.find((page) => page.id === id) ?? null)}
        />
    );
}
