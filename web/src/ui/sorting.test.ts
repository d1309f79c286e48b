import { describe, expect, it, test } from 'vitest';
import { nextSort, numberOf, sortRows, timeOf, type SortValue } from './sorting';

const up = (values: SortValue[]) => sortRows(values, (value) => value, false);
const down = (values: SortValue[]) => sortRows(values, (value) => value, true);

describe('loaded rows', () => {
    it('are sorted by number, not by digits', () => {
        expect(up([9, 100, -2.5])).toEqual([-2.5, 9, 100]);
        expect(down([9, 100, -2.5])).toEqual([100, 9, -2.5]);
    });

    it('are sorted by text as people read it', () => {
        expect(up(['Player 10', 'player 2', 'Émile', 'Zoe', 'Adam'])).toEqual(['Adam', 'Émile', 'player 2', 'Player 10', 'Zoe']);
        expect(down(['b', 'a', 'c'])).toEqual(['c', 'b', 'a']);
    });

    it('have empty values last in both directions', () => {
        expect(up([null, 2, undefined, 1, NaN])).toEqual([1, 2, null, undefined, NaN]);
        expect(down(['', 'a', null, 'b'])).toEqual(['b', 'a', '', null]);
    });

    it('keep their order if they are equal, and the given list is not changed', () => {
        const rows = [
            { name: 'first', amount: 5 },
            { name: 'second', amount: 7 },
            { name: 'third', amount: 5 },
        ];
        const names = (descending: boolean) => sortRows(rows, ({ amount }) => amount, descending).map(({ name }) => name);
        expect(names(false)).toEqual(['first', 'third', 'second']);
        expect(names(true)).toEqual(['second', 'first', 'third']);
        expect(rows.map(({ name }) => name)).toEqual(['first', 'second', 'third']);
    });
});

test('amounts are compared as numbers, and an amount that is missing is empty', () => {
    const amounts = ['10.5', '9', null, '-3', '0', ''];
    expect(sortRows(amounts, numberOf, false)).toEqual(['-3', '0', '9', '10.5', null, '']);
});

test('times are compared as times, with and without fractions of a second', () => {
    const times = ['2026-03-01T10:00:00.5Z', '2026-03-01T10:00:00Z', null, '2025-12-31T23:59:59Z'];
    expect(sortRows(times, timeOf, true)).toEqual(['2026-03-01T10:00:00.5Z', '2026-03-01T10:00:00Z', '2025-12-31T23:59:59Z', null]);
    expect(sortRows(['2026-02-01', '2025-11-30'], timeOf, false)).toEqual(['2025-11-30', '2026-02-01']);
});

test('the third click on a header returns to the order of the server', () => {
    const clicks = (numeric: boolean) => {
        const once = nextSort(undefined, 'name', numeric);
        const twice = nextSort(once, 'name', numeric);
        return [once, twice, nextSort(twice, 'name', numeric)];
    };
    expect(clicks(false)).toEqual(['name', '-name', undefined]);
    expect(clicks(true)).toEqual(['-name', 'name', undefined]);
    expect(nextSort('-name', 'status', false)).toBe('status');
});
