import { useSyncExternalStore } from 'react';
import { GUIDE } from './guide-sections';
import type { ApiReference, Group, Operation } from './reference';

// The place that the hash of the URL names. An operation has its own name: #createBrand.
export type Place =
    | { kind: 'guide'; section: string }
    | { kind: 'group'; group: Group; operation?: Operation }
    | { kind: 'schema'; name: string }
    | { kind: 'schemas' };

export const guideHash = (section: string) => `#guide.${section}`;
export const groupHash = (group: Group) => `#group.${group.slug}`;
export const schemaHash = (name: string) => `#schema.${name}`;
export const operationHash = (operation: Operation) => `#${operation.id}`;

export function placeOf(hash: string, reference: ApiReference): Place {
    const name = decodeURIComponent(hash.replace(/^#/, ''));
    const operation = reference.operations.get(name) ?? reference.messages.get(name);
    if (operation) {
        const group = reference.groups.find(({ tag }) => tag === operation.tag);
        if (group) return { kind: 'group', group, operation };
    }
    const [kind, rest = ''] = name.split(/\.(.*)/s);
    const group = kind === 'group' ? reference.groups.find(({ slug }) => slug === rest) : undefined;
    if (group) return { kind: 'group', group };
    if (kind === 'schema' && reference.schema(rest)) return { kind: 'schema', name: rest };
    if (name === 'schemas') return { kind: 'schemas' };
    const section = kind === 'guide' && GUIDE.some(({ id }) => id === rest) ? rest : '';
    return { kind: 'guide', section };
}

function subscribe(changed: () => void) {
    window.addEventListener('hashchange', changed);
    return () => window.removeEventListener('hashchange', changed);
}

export function useHash(): string {
    return useSyncExternalStore(subscribe, () => window.location.hash);
}
