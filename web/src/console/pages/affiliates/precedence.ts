import type { Schema } from '@/api/client';

type Deal = Pick<Schema<'Deal'>, 'scope'>;

// How narrow the scope of a deal is. The deal with the narrowest scope applies to a player, then the newest.
export function scopeSize({ scope }: Pick<Deal, 'scope'>): number {
    return (scope?.brandIds?.length ? 1 : 0) + (scope?.countries?.length ? 1 : 0);
}

// Ids grow with time, so the newest deal has the greatest id.
export function byPrecedence<Item extends { id: string; scope: Deal['scope'] }>(deals: Item[]): Item[] {
    return [...deals].sort((left, right) => scopeSize(right) - scopeSize(left) || (left.id < right.id ? 1 : -1));
}
