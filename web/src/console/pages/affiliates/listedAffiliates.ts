import type { Page, Schema } from '@/api/client';
import { ApiError } from '@/api/error';
import { isDescending, nameIn, sortRows } from '@/ui/sorting';

// An affiliate of the list with its results. `metrics` is null if the analytics store did not answer.
export interface ListedAffiliate {
    affiliate: Schema<'Affiliate'>;
    metrics: Record<string, number> | null;
}

type ReadPage = (cursor: string | undefined) => Promise<Page<ListedAffiliate>>;

// The cursors of `GET /affiliates` are ids, those of `POST /reports/affiliates` are positions.
const isId = (cursor: string | undefined): boolean => cursor?.includes('-') === true;

// Reads affiliates without results while the analytics store does not answer: from the first page, and then by ids. A list
// that was begun without results goes on without them.
export const orWithoutResults =
    (withResults: ReadPage, without: ReadPage): ReadPage =>
    async (cursor) => {
        if (isId(cursor)) return without(cursor);
        try {
            return await withResults(cursor);
        } catch (error) {
            if (error instanceof ApiError && error.status === 503) return without(undefined);
            throw error;
        }
    };

// A figure as text. A column that was just added has no value until the next answer.
export function writeFigure(metrics: ListedAffiliate['metrics'], metric: string, write: (value: number) => string): string {
    if (metrics === null) return '–';
    const value = metrics[metric];
    return value === undefined ? '…' : write(value);
}

// In lower case and without accents, as the server sorts names.
const folded = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

// Sorts affiliates by their name or by a metric, as the server does. Equal ones keep their order.
export function inOrder(rows: ListedAffiliate[], order: string | undefined): ListedAffiliate[] {
    const by = nameIn(order);
    if (by === undefined) return rows;
    if (by !== 'name') return sortRows(rows, ({ metrics }) => metrics?.[by] ?? 0, isDescending(order));
    const turn = isDescending(order) ? -1 : 1;
    const named = rows.map((row) => ({ row, name: folded(row.affiliate.name) }));
    named.sort((one, other) => turn * (one.name < other.name ? -1 : Number(one.name > other.name)));
    return named.map(({ row }) => row);
}
