import type { DealPart } from './parts';

// How the parts of a deal differ from one version to the next. Parts are compared as they are read, so that a difference that is not written is none.
export interface PartChanges {
    // New parts, and parts that read differently, as they will be.
    changed: DealPart[];
    kept: DealPart[];
    ended: DealPart[];
}

export function partChanges(before: DealPart[], after: DealPart[]): PartChanges {
    const old = new Map(before.map((part) => [part.component, JSON.stringify(part)]));
    const isKept = (part: DealPart) => old.get(part.component) === JSON.stringify(part);
    return {
        changed: after.filter((part) => !isKept(part)),
        kept: after.filter(isKept),
        ended: before.filter((part) => !after.some((later) => later.component === part.component)),
    };
}
