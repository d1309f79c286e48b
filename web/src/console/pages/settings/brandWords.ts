import type { Schema } from '@/api/client';

export const fallbackLabels: Record<Schema<'Brand'>['attributionFallback'], string> = {
    lastClick: 'Last click',
    evidence: 'Matching IP address',
    off: 'No affiliate',
};

export const fallbackChoices: { value: Schema<'Brand'>['attributionFallback']; label: string; description: string }[] = [
    { value: 'evidence', label: 'Matching IP address (recommended)', description: 'The player is attributed to the latest click from the same IP address in the attribution window. The registration must contain the player’s IP address. Without such a click, the player is organic.' },
    { value: 'lastClick', label: 'Last click', description: 'The player is attributed to the brand’s latest click in the attribution window. If the registration has an IP address, user agent or country, the click must match them.' },
    { value: 'off', label: 'No affiliate', description: 'The player is organic. Only registrations with a click id are attributed.' },
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
