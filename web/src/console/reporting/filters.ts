import { read } from '@/ui/useSearchState';

// Filter values by group key, from a URL. Empty lists and values that are not lists are ignored.
export function filtersOf(value: unknown): Record<string, string[]> | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    const kept = Object.entries(value).map(([key, values]) => [key, read.list(values) ?? []] as const);
    const filled = kept.filter(([, values]) => values.length > 0);
    return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}
