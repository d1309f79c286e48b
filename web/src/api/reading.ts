import type { Page } from './client';

// A list of names that is longer than this is not useful in a select.
export const readMost = 2000;

type Read<Item> = (cursor: string | undefined) => Promise<Page<Item>>;

// Reads pages of a list until it has `most` items or more. `nextCursor` is where the rest begins.
export async function readPart<Item>(read: Read<Item>, start: string | undefined, most = readMost): Promise<Page<Item>> {
    const items: Item[] = [];
    let cursor = start;
    do {
        const page = await read(cursor);
        items.push(...page.items);
        cursor = page.nextCursor ?? undefined;
    } while (cursor && items.length < most);
    return { items, nextCursor: cursor ?? null };
}

// Reads a whole list, up to `most` items.
export async function readAll<Item>(read: Read<Item>, most = readMost): Promise<Item[]> {
    return (await readPart(read, undefined, most)).items;
}
