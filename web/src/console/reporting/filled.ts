import type { Page } from '@/api/client';

// Lists that look for little in much answer in parts: a page may have few items, or none, and go on all the same. This
// goes on by itself until there is something to look at, but not for ever.
export async function readFilled<Item>(read: (cursor: string | undefined) => Promise<Page<Item>>, cursor: string | undefined, wanted = 25, rounds = 12): Promise<Page<Item>> {
    const items: Item[] = [];
    let next: string | null | undefined = cursor;
    for (let round = 0; round < rounds; round++) {
        const page = await read(next ?? undefined);
        items.push(...page.items);
        next = page.nextCursor;
        if (next === null || items.length >= wanted) break;
    }
    return { items, nextCursor: next ?? null };
}
