import { expect, test } from 'vitest';
import { readAll, readPart } from './reading';

// A list of ten numbers in pages of three. A cursor is the number that follows.
const read = (cursor: string | undefined) => {
    const from = Number(cursor ?? 0);
    const items = [0, 1, 2].map((at) => from + at).filter((one) => one < 10);
    return Promise.resolve({ items, nextCursor: from + 3 < 10 ? String(from + 3) : null });
};

test('a part ends where the rest begins', async () => {
    expect(await readPart(read, undefined, 5)).toEqual({ items: [0, 1, 2, 3, 4, 5], nextCursor: '6' });
    expect(await readPart(read, '6', 5)).toEqual({ items: [6, 7, 8, 9], nextCursor: null });
});

test('a list is read up to its end or to the limit', async () => {
    expect(await readAll(read)).toHaveLength(10);
    expect(await readAll(read, 4)).toHaveLength(6);
});
