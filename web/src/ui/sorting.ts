// Sorts the loaded rows of a table. A sort is written as in the API: the name of a column, with a minus in front for
// descending order.

// What a column is sorted by. A time or a decimal string of the API becomes a number first (timeOf, numberOf).
export type SortValue = string | number | null | undefined;

// The value of a decimal string. Null if there is none.
export const numberOf = (decimal: string | number | null | undefined): number | null => (decimal === null || decimal === undefined || decimal === '' ? null : Number(decimal));

// The time of an ISO text, or the first moment of a day. Null if there is none.
export const timeOf = (at: string | null | undefined): number | null => (at ? Date.parse(at) : null);

export const isDescending = (sort: string | undefined): boolean => sort?.startsWith('-') === true;
export const nameIn = (sort: string | undefined): string | undefined => sort?.replace(/^-/, '');

// The sort after a click on a header: one direction, then the other, then the order of the server. Numbers begin with the
// largest, texts with A.
export function nextSort(sort: string | undefined, name: string, numeric: boolean): string | undefined {
    const first = numeric ? `-${name}` : name;
    const second = numeric ? name : `-${name}`;
    if (sort === first) return second;
    return sort === second ? undefined : first;
}

// "Player 2" comes before "Player 10".
const texts = new Intl.Collator(undefined, { numeric: true });

const isEmpty = (value: SortValue): boolean => value === null || value === undefined || value === '' || Number.isNaN(value);

function compare(one: SortValue, other: SortValue): number {
    if (typeof one === 'number' && typeof other === 'number') return one - other;
    return texts.compare(String(one), String(other));
}

// A sorted copy. Empty values are last in both directions. Equal rows keep their order.
export function sortRows<Row>(rows: Row[], valueOf: (row: Row) => SortValue, descending: boolean): Row[] {
    const valued = rows.map((row) => ({ row, value: valueOf(row) }));
    valued.sort(({ value: one }, { value: other }) => {
        if (isEmpty(one) || isEmpty(other)) return Number(isEmpty(one)) - Number(isEmpty(other));
        return descending ? compare(other, one) : compare(one, other);
    });
    return valued.map(({ row }) => row);
}
