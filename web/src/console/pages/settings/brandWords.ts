import type { Schema } from '@/api/client';

export const fallbackLabels: Record<Schema<'Brand'>['attributionFallback'], string> = {
    lastClick: 'Last click',
    evidence: 'Matching address',
    off: 'Nobody',
};

export const ngrLabels: Record<Schema<'Brand'>['ngrMode'], string> = {
    delta: 'Changes',
    dailyTotal: 'Daily totals',
    lifetimeTotal: 'Lifetime totals',
};

export const optionsOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }));
