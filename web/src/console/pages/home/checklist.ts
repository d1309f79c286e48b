// What a new operator has, as lists with at most one entry each. Undefined while it loads.
export interface Standing {
    brands?: unknown[];
    keys?: unknown[];
    events?: unknown[];
    affiliates?: unknown[];
    links?: unknown[];
    deals?: unknown[];
}

export interface ChecklistItem {
    key: keyof Standing;
    title: string;
    detail: string;
    to: '/settings/brands' | '/settings/api-keys' | '/settings/integration' | '/affiliates/new' | '/links' | '/deals/new';
    done: boolean;
}

const items: Omit<ChecklistItem, 'done'>[] = [
    { key: 'brands', title: 'Create a brand', detail: 'Events and links belong to a brand.', to: '/settings/brands' },
    { key: 'keys', title: 'Create an API key', detail: 'Your backend sends events with it.', to: '/settings/api-keys' },
    { key: 'events', title: 'Send a first event', detail: 'A registration or a deposit. Settings → Integration checks it first.', to: '/settings/integration' },
    { key: 'affiliates', title: 'Create a first affiliate', detail: 'The company or person who brings players.', to: '/affiliates/new' },
    { key: 'links', title: 'Create a first link', detail: 'The affiliate publishes it, and its clicks are recorded.', to: '/links' },
    { key: 'deals', title: 'Create a deal', detail: 'It decides what affiliates earn.', to: '/deals/new' },
];

// The list, or null until everything is known.
export function checklistOf(standing: Standing): ChecklistItem[] | null {
    if (items.some(({ key }) => standing[key] === undefined)) return null;
    return items.map((item) => ({ ...item, done: (standing[item.key]?.length ?? 0) > 0 }));
}

export const isComplete = (list: ChecklistItem[]): boolean => list.every((item) => item.done);
