import { NativeSelect, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import type { Column, DataTableProps } from './DataTable';
import styles from './DataTable.module.css';
import { isDescending, nameIn, nextSort, sortRows } from './sorting';

// How a table is sorted: by its page, if it has onSort, or here, by the values of the loaded rows.
export interface Sorting<Row> {
    rows: Row[];
    // The name of a column with a minus in front for descending order.
    sort: string | undefined;
    // True if the loaded rows are sorted here. Rows of other pages are not, and the order of the server can be chosen again.
    loadedOnly: boolean;
    // The name by which the column is sorted. Undefined if it cannot be sorted.
    nameOf: (column: Column<Row>) => string | undefined;
    // The sort after a click on the header.
    next: (column: Column<Row>) => string | undefined;
    choose: (sort: string | undefined) => void;
}

export function useSorting<Row>({ columns, query, sort, onSort }: Pick<DataTableProps<Row>, 'columns' | 'query' | 'sort' | 'onSort'>): Sorting<Row> {
    const [chosen, setChosen] = useState<string>();
    const rows = query.data ?? [];
    if (onSort) {
        return {
            rows,
            sort,
            loadedOnly: false,
            nameOf: (column) => column.sort,
            next: (column) => (sort === `-${column.sort}` ? column.sort : `-${column.sort}`),
            choose: (next) => next !== undefined && onSort(next),
        };
    }
    // A column that the user has hidden since does not sort.
    const valueOf = columns.find(({ key }) => key === nameIn(chosen))?.sortValue;
    const own = valueOf && chosen;
    return {
        rows: valueOf ? sortRows(rows, valueOf, isDescending(own)) : rows,
        sort: own,
        loadedOnly: true,
        nameOf: ({ key, sortValue }) => (sortValue ? key : undefined),
        next: ({ key, numeric = false }) => nextSort(own, key, numeric),
        choose: setChosen,
    };
}

export function directionOf<Row>(column: Column<Row>, { sort, nameOf }: Sorting<Row>): 'ascending' | 'descending' | undefined {
    const name = nameOf(column);
    if (!name || nameIn(sort) !== name) return undefined;
    return isDescending(sort) ? 'descending' : 'ascending';
}

export function SortHeader<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting<Row> }) {
    const direction = directionOf(column, sorting);
    const Shown = direction === 'descending' ? IconArrowDown : direction === 'ascending' ? IconArrowUp : IconSelector;
    return (
        <UnstyledButton className={styles.sort} onClick={() => sorting.choose(sorting.next(column))}>
            {column.header}
            <Shown className={styles.sortIcon} size={12} stroke={1.75} aria-hidden opacity={direction ? 1 : 0.5} />
        </UnstyledButton>
    );
}

// The width at which rows become cards, as in DataTable.module.css.
export const useIsPhone = (): boolean => useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });

// The same choice for cards, which have no header.
export function SortCards<Row>({ columns, sorting }: { columns: Column<Row>[]; sorting: Sorting<Row> }) {
    const shown = columns.filter((column) => !column.hideOnPhone && sorting.nameOf(column));
    const options = shown.flatMap((column) => [
        { value: sorting.nameOf(column) ?? '', label: `${column.header}, ascending` },
        { value: `-${sorting.nameOf(column)}`, label: `${column.header}, descending` },
    ]);
    if (options.length === 0) return null;
    const unsorted = sorting.loadedOnly || !sorting.sort ? [{ value: '', label: 'Default order' }] : [];
    return (
        <NativeSelect
            aria-label="Sort by"
            className={styles.sortCards}
            data={[...unsorted, ...options]}
            value={sorting.sort ?? ''}
            onChange={(event) => sorting.choose(event.currentTarget.value || undefined)}
        />
    );
}
