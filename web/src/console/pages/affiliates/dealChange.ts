// A change of an affiliate's deals: what a person adds and removes.
export interface DealChange {
    add?: string[];
    remove?: string[];
}

// What other people did to the list while a page showed it.
export interface ForeignChange {
    added: string[];
    removed: string[];
}

interface StoredDeals {
    read: () => Promise<string[]>;
    write: (dealIds: string[]) => Promise<unknown>;
}

// New deals come last. A deal that the list already has stays in its place.
export function changedDeals(stored: string[], { add = [], remove = [] }: DealChange): string[] {
    return [...new Set([...stored, ...add])].filter((id) => !remove.includes(id));
}

const without = (some: string[], others: string[]): string[] => some.filter((id) => !others.includes(id));

// The API replaces the whole list. The list is therefore read again just before it is written, and only the person's own
// change is applied to it. Otherwise the person would undo what others did after the page was loaded.
export async function changeDeals({ read, write }: StoredDeals, shown: string[], change: DealChange): Promise<ForeignChange> {
    const stored = await read();
    const wanted = changedDeals(stored, change);
    if (wanted.join() !== stored.join()) await write(wanted);
    return { added: without(without(stored, shown), change.add ?? []), removed: without(without(shown, stored), change.remove ?? []) };
}

const listed = (ids: string[], nameOf: (id: string) => string, what: string): string[] => (ids.length > 0 ? [`${ids.map(nameOf).join(', ')} ${what}`] : []);

// Empty if nobody else changed the list.
export function foreignWords({ added, removed }: ForeignChange, nameOf: (id: string) => string): string {
    const parts = [...listed(added, nameOf, 'assigned'), ...listed(removed, nameOf, 'removed')];
    return parts.length > 0 ? `Somebody else also changed the deals of this affiliate: ${parts.join('; ')}.` : '';
}
