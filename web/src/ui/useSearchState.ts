import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

// The search part of the URL, and a function that changes it. Undefined, '' and false are removed from the URL. Every
// change except one of the cursor goes back to the first page. `of` is the page's route and only gives the types.
export function useSearchState<Search extends object>(of: {
    types: { fullSearchSchema: Search };
}): [Search, (change: Partial<Search>) => void] {
    void of;
    const search = useSearch({ strict: false }) as Search;
    const navigate = useNavigate();
    const set = useCallback(
        (change: Partial<Search>) => {
            void navigate({
                to: '.',
                replace: !('cursor' in change),
                resetScroll: 'cursor' in change,
                search: (before: Record<string, unknown>) => {
                    const after: Record<string, unknown> = { ...before, cursor: undefined, ...change };
                    return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined && value !== '' && value !== false));
                },
            });
        },
        [navigate],
    );
    return [search, set];
}

// Makes every part of a page's search optional, so that a link names only the parts that it sets.
export function optional<Search extends object>(read: (search: Record<string, unknown>) => Search): (search: Record<string, unknown>) => Partial<Search> {
    return read;
}

// Readers for validateSearch. An invalid value is ignored, so that an old bookmark still opens.
export const read = {
    text: (value: unknown): string | undefined =>
        typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined,
    oneOf:
        <Value extends string>(...values: Value[]) =>
        (value: unknown): Value | undefined =>
            values.includes(value as Value) ? (value as Value) : undefined,
    list: (value: unknown): string[] | undefined =>
        Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined,
    flag: (value: unknown): true | undefined => (value === true || value === 'true' ? true : undefined),
};
