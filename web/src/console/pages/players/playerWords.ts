import type { Schema } from '@/api/client';

export const reasonLabels: Record<Schema<'Accrual'>['reason'], string | null> = {
    earned: null,
    capped: 'above the cap',
    reRated: 're-rated',
    clawback: 'taken back',
    reassigned: 'reassigned',
    excluded: 'taken back after an exclusion',
    reversed: 'reversed',
    opened: 'carried from an earlier period',
    followed: 'follows a sub-affiliate',
};

// What is said about an accrual beside its amount. `to` is the affiliate that earns it, if the player now has another one.
export function accrualNotes({ reason, late }: Pick<Schema<'Accrual'>, 'reason' | 'late'>, to: string | null): string {
    return [reasonLabels[reason], to === null ? null : `to ${to}`, late ? 'in a later period' : null].filter(Boolean).join(', ');
}

// How much of a player's commission the page has.
export type Reading = 'loading' | 'failed' | 'partial' | 'complete';

// A failed repetition of a request leaves the amounts of the previous one, which stay on the page.
export function readingOf(found: { isPending: boolean; isError: boolean; isFetchNextPageError: boolean; hasNextPage: boolean; data?: object }): Reading {
    if (found.isPending) return 'loading';
    if (found.isFetchNextPageError || (found.isError && !found.data)) return 'failed';
    return found.hasNextPage ? 'partial' : 'complete';
}

export const partialWords = (count: string): string => `Only the newest ${count} accruals are loaded. The commission for older events is missing on this page until you load more.`;

export const methodLabels: Record<Schema<'AttributionMethod'>, string> = {
    direct: 'Direct',
    lastClick: 'Last click',
    organic: 'Organic',
    manual: 'Manual',
};
