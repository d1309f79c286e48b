import { expect, test } from 'vitest';
import { changeDeals, changedDeals, foreignWords, type DealChange } from './dealChange';

const nameOf = (id: string) => `Deal ${id}`;

// Changes the deals of an affiliate on a page that shows `shown`, while `stored` is what the server has.
async function change(shown: string[], stored: string[], wanted: DealChange) {
    const written: string[][] = [];
    const others = await changeDeals({ read: async () => stored, write: async (ids) => written.push(ids) }, shown, wanted);
    return { written, words: foreignWords(others, nameOf) };
}

test('a deal that somebody else assigned in the meantime stays', async () => {
    expect(await change(['a'], ['a', 'b'], { add: ['c'] })).toEqual({
        written: [['a', 'b', 'c']],
        words: 'Somebody else also changed the deals of this affiliate: Deal b assigned.',
    });
    expect((await change(['a'], ['a', 'b'], { remove: ['a'] })).written).toEqual([['b']]);
});

test('a deal that somebody else removed in the meantime does not come back', async () => {
    expect(await change(['a', 'b'], ['b'], { add: ['c'] })).toEqual({
        written: [['b', 'c']],
        words: 'Somebody else also changed the deals of this affiliate: Deal a removed.',
    });
});

test('without other changes only the person’s own change is written', async () => {
    expect(await change(['a'], ['a'], { add: ['b'] })).toEqual({ written: [['a', 'b']], words: '' });
});

test('nothing is written if somebody else did the same', async () => {
    expect(await change(['a'], ['a', 'b'], { add: ['b'] })).toEqual({ written: [], words: '' });
    expect(await change(['a', 'b'], ['a'], { remove: ['b'] })).toEqual({ written: [], words: '' });
});

test('no deal is listed twice', () => {
    expect(changedDeals(['a', 'b'], { add: ['b', 'c', 'c'], remove: ['a'] })).toEqual(['b', 'c']);
});
