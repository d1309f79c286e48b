import type { Schema } from '@/api/client';

export const fallbackLabels: Record<Schema<'Brand'>['attributionFallback'], string> = {
    lastClick: 'Last click',
    evidence: 'Matching address',
    off: 'Nobody',
};

export const fallbackChoices: { value: Schema<'Brand'>['attributionFallback']; label: string; description: string }[] = [
    { value: 'evidence', label: 'Matching address (recommended)', description: 'The latest click within the window from the player’s own address, which the registration must bring. Otherwise nobody' },
    { value: 'lastClick', label: 'Last click', description: 'The brand’s latest click within the window that does not contradict what is known of the player' },
    { value: 'off', label: 'Nobody', description: 'Only a click that is named counts; all other players are organic' },
];

export const ngrWords: Record<Schema<'Brand'>['ngrMode'], string> = {
    delta: 'Each event adds to what was sent before',
    dailyTotal: 'Per player, currency and UTC day: the latest event replaces those before it',
    lifetimeTotal: 'Per player and currency: the latest event is the whole so far',
};

export const ngrLabels: Record<Schema<'Brand'>['ngrMode'], string> = {
    delta: 'Changes',
    dailyTotal: 'Daily totals',
    lifetimeTotal: 'Lifetime totals',
};

export const optionsOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }));
