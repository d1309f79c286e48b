import type { Page } from '@/api/client';

// The server searches a long list in parts, so a page can have few items or none although the list goes on. This reads
// further pages until there are enough items, up to a limit.
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
