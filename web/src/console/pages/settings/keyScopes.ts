import type { Schema } from '@/api/client';

export type KeyScope = Schema<'ApiKey'>['scopes'][number];

interface ScopeWords {
    value: KeyScope;
    label: string;
    description: string;
    // A path that a key with this scope can read.
    example: string;
}

// In the order in which forms and lists show them.
export const keyScopes: ScopeWords[] = [
    { value: 'events', label: 'Events', description: 'Sends and reads events. Enough for the player platform.', example: '/events?limit=1' },
    { value: 'tracking', label: 'Tracking', description: 'Brands, affiliates, campaigns, creatives, links and clicks.', example: '/brands' },
    { value: 'reports', label: 'Reports', description: 'Reports, saved reports, players and the health of the feeds.', example: '/health' },
    { value: 'money', label: 'Money', description: 'Deals, exchange rates, statements, payments and adjustments.', example: '/statements' },
    { value: 'admin', label: 'Administration', description: 'API keys, settings and the audit log. Reads users, but cannot change them.', example: '/operator' },
    { value: 'full', label: 'Full access', description: 'Everything above. Only for programs that you trust completely.', example: '/operator' },
];

export const scopeLabel = (scope: KeyScope) => keyScopes.find(({ value }) => value === scope)?.label ?? scope;

// A request that the new key may send.
export const examplePath = (scopes: KeyScope[]) => keyScopes.find(({ value }) => scopes.includes(value))?.example ?? '/operator';
