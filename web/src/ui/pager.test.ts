import { expect, test } from 'vitest';
import { readFilled } from './pager';

const parts: Record<string, { items: number[]; nextCursor: string | null }> = {
    start: { items: [], nextCursor: 'a' },
    a: { items: [], nextCursor: 'b' },
    b: { items: [7], nextCursor: 'c' },
    c: { items: [], nextCursor: null },
};
const read = (cursor: string | undefined) => Promise.resolve(parts[cursor ?? 'start']!);

test('empty parts of a list are skipped', async () => {
    expect(await readFilled(read, undefined)).toEqual({ items: [7], nextCursor: 'c' });
});

test('a list without further items is empty', async () => {
    expect(await readFilled(read, 'c')).toEqual({ items: [], nextCursor: null });
});

test('reading stops after 50 empty parts', async () => {
    let asked = 0;
    const endless = () => Promise.resolve({ items: [], nextCursor: String(++asked) });
    expect((await readFilled(endless, undefined)).nextCursor).toBe(String(asked));
    expect(asked).toBeLessThan(100);
});
