import type { Schema } from '@/api/client';

export const fallbackLabels: Record<Schema<'Brand'>['attributionFallback'], string> = {
    lastClick: 'Last click',
    evidence: 'Matching IP address',
    off: 'No affiliate',
};

export const fallbackChoices: { value: Schema<'Brand'>['attributionFallback']; label: string; description: string }[] = [
    { value: 'evidence', label: 'Matching IP address (recommended)', description: 'The latest click within the window from the player’s IP address, which the registration must contain. Otherwise the player is organic.' },
    { value: 'lastClick', label: 'Last click', description: 'The latest click of the brand within the window that does not contradict the evidence in the registration.' },
    { value: 'off', label: 'No affiliate', description: 'The player is organic. Only a click that the registration names is used.' },
];

export const ngrWords: Record<Schema<'Brand'>['ngrMode'], string> = {
    delta: 'Each event adds its amount.',
    dailyTotal: 'The latest event replaces previous ones of the same player, product, currency and UTC day.',
    lifetimeTotal: 'The latest event replaces all previous ones of the same player, product and currency.',
};

export const ngrLabels: Record<Schema<'Brand'>['ngrMode'], string> = {
    delta: 'Changes',
    dailyTotal: 'Daily totals',
    lifetimeTotal: 'Lifetime totals',
};

export const optionsOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }));
