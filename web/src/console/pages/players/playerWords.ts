import type { Schema } from '@/api/client';

export const reasonLabels: Record<Schema<'Accrual'>['reason'], string | null> = {
    earned: null,
    capped: 'above the monthly cap',
    reRated: 're-rated',
    clawback: 'taken back',
    reassigned: 'reassigned',
    excluded: 'taken back after an exclusion',
    reversed: 'reversed',
    opened: 'carried from an earlier month',
    followed: 'follows a sub-affiliate',
};

export const methodLabels: Record<Schema<'AttributionMethod'>, string> = {
    direct: 'Direct',
    lastClick: 'Last click',
    organic: 'Organic',
    manual: 'Manual',
};
