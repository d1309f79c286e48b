import { GUIDE } from './guide-sections';
import type { Method } from './openapi';
import { groupHash, guideHash, operationHash, schemaHash } from './places';
import type { ApiReference } from './reference';

export interface Hit {
    hash: string;
    title: string;
    detail: string;
    method?: Method;
}

interface Entry extends Hit {
    // The title and all searchable text, in lower case.
    called: string;
    text: string;
}

const HITS_MAX = 40;
const SCHEMA = 'Schema';

// All entries of the search index, built once.
export function indexOf(reference: ApiReference): Entry[] {
    const entries: Entry[] = [];
    const add = (hit: Hit, ...more: string[]) => {
        const called = hit.title.toLowerCase();
        entries.push({ ...hit, called, text: [called, hit.detail, ...more].join(' ').toLowerCase() });
    };
    GUIDE.forEach(({ id, title }) => add({ hash: guideHash(id), title, detail: 'Guide' }));
    for (const group of reference.groups) {
        add({ hash: groupHash(group), title: group.title, detail: 'Resource' });
        for (const operation of [...group.operations, ...group.messages]) {
            add(
                { hash: operationHash(operation), title: operation.summary, detail: operation.path, method: operation.method },
                operation.id,
                operation.method,
                operation.tag,
                operation.description,
                operation.parameters.map(({ name }) => name).join(' '),
            );
        }
    }
    reference.schemaNames.forEach((name) =>
        add({ hash: schemaHash(name), title: name, detail: SCHEMA }, Object.keys(reference.schema(name)?.properties ?? {}).join(' ')),
    );
    return entries;
}

// The entries that contain all words. Matches in the title come first.
export function find(entries: Entry[], asked: string): Hit[] {
    const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    const place = (entry: Entry, word: string) => (entry.called.startsWith(word) ? 0 : entry.called.includes(word) ? 1 : 2);
    const rank = (entry: Entry) => words.reduce((sum, word) => sum + place(entry, word), 0) + (entry.detail === SCHEMA ? 2 : 0);
    return entries
        .filter(({ text }) => words.every((word) => text.includes(word)))
        .map((entry, at) => ({ entry, at, rank: rank(entry) }))
        .sort((a, b) => a.rank - b.rank || a.at - b.at)
        .slice(0, HITS_MAX)
        .map(({ entry }) => entry);
}
