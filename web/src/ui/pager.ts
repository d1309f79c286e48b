import { keepPreviousData, queryOptions, useQuery, type QueryKey } from '@tanstack/react-query';
import type { Page } from '@/api/client';
import type { TableQuery } from './DataTable';

export interface Pager {
    hasPrevious: boolean;
    hasNext: boolean;
    previous: () => void;
    next: () => void;
}

// The API's cursors only go forward, so previous cursors are kept until the page is closed. From a bookmark in the middle
// of a list, "Previous" goes to the first page.
const cameFrom = new Map<string, string | undefined>();

interface List<Item> {
    // Includes all filters. The cursor is added.
    queryKey: QueryKey;
    read: (cursor: string | undefined) => Promise<Page<Item>>;
    cursor: string | undefined;
}

interface PagedQuery<Item> extends List<Item> {
    setCursor: (cursor: string | undefined) => void;
    enabled?: boolean;
}

const partsMax = 50;

// The server searches a filtered list in parts, and a part can be empty although the list goes on. Empty parts are
// skipped.
export async function readFilled<Item>(read: List<Item>['read'], cursor: string | undefined): Promise<Page<Item>> {
    let page = await read(cursor);
    for (let parts = 1; page.items.length === 0 && page.nextCursor && parts < partsMax; ++parts) page = await read(page.nextCursor);
    return page;
}

// One page of a list as a query. The previous page stays visible while the next one loads.
export const pagedQuery = <Item>({ queryKey, read, cursor }: List<Item>) =>
    queryOptions({ queryKey: [...queryKey, { cursor }], queryFn: () => readFilled(read, cursor), placeholderData: keepPreviousData });

// A list in pages, as the `query` and `pager` of DataTable.
export function usePagedQuery<Item>(options: PagedQuery<Item>): { query: TableQuery<Item>; pager: Pager } {
    const { cursor, setCursor, enabled } = options;
    const found = useQuery({ ...pagedQuery(options), enabled });
    const nextCursor = found.data?.nextCursor ?? null;
    return {
        query: {
            data: found.data?.items,
            error: found.error,
            isPending: found.isPending,
            isPlaceholderData: found.isPlaceholderData,
            refetch: found.refetch,
        },
        pager: {
            hasPrevious: cursor !== undefined,
            hasNext: nextCursor !== null && !found.isPlaceholderData,
            previous: () => setCursor(cursor === undefined ? undefined : cameFrom.get(cursor)),
            next: () => {
                if (nextCursor === null) return;
                cameFrom.set(nextCursor, cursor);
                setCursor(nextCursor);
            },
        },
    };
}
