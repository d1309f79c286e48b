import { describe, expect, it } from 'vitest';
import { readFilled } from './filled';

const list = (pages: number[][]) => async (cursor: string | undefined) => {
    const at = Number(cursor ?? 0);
    return { items: pages[at] ?? [], nextCursor: at + 1 < pages.length ? String(at + 1) : null };
};

describe('readFilled', () => {
    it('reads further pages until there are enough items', async () => {
        expect(await readFilled(list([[], [], [1], [2, 3], [4]]), undefined, 3)).toEqual({ items: [1, 2, 3], nextCursor: '4' });
    });

    it('stops at the end of the list', async () => {
        expect(await readFilled(list([[], [1], []]), undefined)).toEqual({ items: [1], nextCursor: null });
    });

    it('stops after some rounds and returns the cursor', async () => {
        expect(await readFilled(list(Array.from({ length: 9 }, () => [])), undefined, 5, 3)).toEqual({ items: [], nextCursor: '3' });
    });
});
