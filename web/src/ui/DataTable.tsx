import { Box, Button, Group, Skeleton, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRef, type MouseEvent, type ReactNode } from 'react';
import styles from './DataTable.module.css';
import { useLeading, type LinkTarget } from './Link';
import type { Pager } from './pager';
import type { SortValue } from './sorting';
import { EmptyState, ErrorState } from './states';
import { Tick } from './Tick';
import { TableOptions, useHiddenColumns } from './TableOptions';
import { directionOf, SortCards, SortHeader, useIsPhone, useSorting, type Sorting } from './TableSort';

export interface Column<Row> {
    key: string;
    header: string;
    cell: (row: Row) => ReactNode;
    // Numbers and money are right-aligned, in digits of equal width.
    numeric?: boolean;
    // What the loaded rows are sorted by. Without it the column cannot be sorted.
    sortValue?: (row: Row) => SortValue;
    // In a table with onSort: the name by which its page sorts the column, instead of sortValue.
    sort?: string;
    width?: number | string;
    // For short texts of two words, such as a month: they stay on one line.
    nowrap?: boolean;
    hideOnPhone?: boolean;
}

// The part of a useQuery result that a table needs.
export interface TableQuery<Row> {
    data?: Row[];
    error: unknown;
    isPending: boolean;
    isPlaceholderData?: boolean;
    refetch?: () => unknown;
}

// Rows that the user ticks. The box in the header ticks all rows of the query, also those on other pages.
export interface Selection<Row> {
    selected: ReadonlySet<string>;
    onChange: (selected: Set<string>) => void;
    // The keys of all rows that the header ticks.
    all: string[];
    // What a box ticks, for screen readers.
    label: (row: Row) => string;
}

export interface DataTableProps<Row> {
    // What the rows are, for screen readers: "Brands".
    label: string;
    columns: Column<Row>[];
    query: TableQuery<Row>;
    rowKey: (row: Row) => string;
    // The target of a row. The first cell becomes a link, and a click anywhere in the row opens it.
    rowLink?: (row: Row) => LinkTarget;
    onRowClick?: (row: Row) => void;
    empty?: ReactNode;
    pager?: Pager;
    // As in the API: a name, with a minus in front for descending order.
    sort?: string;
    onSort?: (sort: string) => void;
    // On a phone rows become cards, or the table scrolls sideways, which suits many numbers.
    phone?: 'cards' | 'scroll';
    // The table scrolls within this height. The header stays visible.
    maxHeight?: number | string;
    footer?: ReactNode;
    selection?: Selection<Row>;
    // In a table with pages: reads the header and the rows of all pages, to save them as a file.
    readAll?: () => Promise<string[][]>;
}

function SelectAll<Row>({ selection }: { selection: Selection<Row> }) {
    const count = selection.all.filter((key) => selection.selected.has(key)).length;
    const every = count > 0 && count === selection.all.length;
    return (
        <Tick
            label={`Select all ${selection.all.length}`}
            checked={every}
            some={count > 0}
            onChange={() => selection.onChange(new Set(every ? [] : selection.all))}
        />
    );
}

// The same for cards, which have no header. Only a phone shows it.
function SelectAllCards<Row>({ selection }: { selection: Selection<Row> }) {
    const every = selection.all.every((key) => selection.selected.has(key));
    return (
        <Button className={styles.selectAll} variant="default" size="compact-sm" onClick={() => selection.onChange(new Set(every ? [] : selection.all))}>
            {every ? 'Select none' : `Select all ${selection.all.length}`}
        </Button>
    );
}

function SelectRow<Row>({ selection, row, rowKey }: { selection: Selection<Row>; row: Row; rowKey: string }) {
    const toggle = () => {
        const next = new Set(selection.selected);
        if (!next.delete(rowKey)) next.add(rowKey);
        selection.onChange(next);
    };
    return <Tick label={`Select ${selection.label(row)}`} checked={selection.selected.has(rowKey)} onChange={toggle} />;
}

interface HeaderRowProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'selection'> {
    sorting: Sorting<Row>;
    // Cards have no visible header, so its buttons could not be seen.
    cards: boolean;
}

function HeaderRow<Row>({ columns, selection, sorting, cards }: HeaderRowProps<Row>) {
    return (
        <tr role="row">
            {selection && (
                <th role="columnheader" scope="col" data-tick>
                    <SelectAll selection={selection} />
                </th>
            )}
            {columns.map((column) => (
                <th
                    key={column.key}
                    role="columnheader"
                    scope="col"
                    aria-sort={directionOf(column, sorting)}
                    data-numeric={column.numeric || undefined}
                    style={{ width: column.width }}
                >
                    {sorting.nameOf(column) && !cards ? (
                        <SortHeader column={column} sorting={sorting} />
                    ) : (
                        column.header || <VisuallyHidden data-actions>Actions</VisuallyHidden>
                    )}
                </th>
            ))}
        </tr>
    );
}

function SkeletonRows({ columns, count, ticks }: { columns: Column<never>[]; count: number; ticks: boolean }) {
    return Array.from({ length: count }, (_, row) => (
        <tr key={row} role="row" aria-hidden>
            {ticks && <td role="cell" data-tick />}
            {columns.map((column, index) => (
                <td key={column.key} role="cell" data-numeric={column.numeric || undefined} data-phone-hidden={column.hideOnPhone || undefined}>
                    <Skeleton height={12} width={`${index === 0 ? 70 : 45}%`} style={column.numeric ? { marginLeft: 'auto' } : undefined} />
                </td>
            ))}
        </tr>
    ));
}

// A click on a link, a button or a field within a row, or one that selects text, does not open the row.
function isRowsOwn(event: MouseEvent): boolean {
    const inner = (event.target as HTMLElement).closest('a, button, input, label, [role="menuitem"], [role="switch"]');
    return !inner && !window.getSelection()?.toString();
}

interface BodyRowProps<Row> {
    row: Row;
    props: DataTableProps<Row>;
    lead: ReturnType<typeof useLeading>;
}

function BodyRow<Row>({ row, props, lead }: BodyRowProps<Row>) {
    const target = props.rowLink?.(row);
    const leading = target && lead(target);
    const open = leading?.open ?? (props.onRowClick && (() => props.onRowClick?.(row)));
    const first = (content: ReactNode) => {
        if (leading) {
            return (
                <a className={styles.rowLink} {...leading.anchor}>
                    {content}
                </a>
            );
        }
        if (!props.onRowClick) return content;
        return (
            <UnstyledButton className={styles.rowLink} onClick={() => props.onRowClick?.(row)}>
                {content}
            </UnstyledButton>
        );
    };
    return (
        <tr
            role="row"
            data-clickable={open ? true : undefined}
            data-selected={props.selection?.selected.has(props.rowKey(row)) || undefined}
            onClick={open && ((event) => isRowsOwn(event) && open())}
        >
            {props.selection && (
                <td role="cell" data-tick>
                    <SelectRow selection={props.selection} row={row} rowKey={props.rowKey(row)} />
                </td>
            )}
            {props.columns.map((column, index) => (
                <td
                    key={column.key}
                    role="cell"
                    data-label={column.header}
                    data-first={index === 0 || undefined}
                    data-numeric={column.numeric || undefined}
                    data-nowrap={column.nowrap || undefined}
                    data-phone-hidden={column.hideOnPhone || undefined}
                >
                    {index === 0 ? first(column.cell(row)) : column.cell(row)}
                </td>
            ))}
        </tr>
    );
}

// The order of the server goes on over all pages. A sort of the loaded rows does not.
function SortNote<Row>({ sorting, pager }: { sorting: Sorting<Row>; pager?: Pager }) {
    const morePages = pager && (pager.hasPrevious || pager.hasNext);
    return (
        <Text size="sm" c="dimmed" role="status">
            {sorting.loadedOnly && sorting.sort && morePages && 'Only the rows on this page are sorted.'}
        </Text>
    );
}

function PagerBar({ pager, count }: { pager: Pager; count: number }) {
    if (!pager.hasPrevious && !pager.hasNext) return null;
    return (
        <Group justify="space-between" mt="sm" component="nav" aria-label="Pages">
            <Text size="sm" c="dimmed" className="tabular">
                {count} on this page
            </Text>
            <Group gap="xs">
                <Button variant="default" leftSection={<IconChevronLeft size={16} />} disabled={!pager.hasPrevious} onClick={pager.previous}>
                    Previous
                </Button>
                <Button variant="default" rightSection={<IconChevronRight size={16} />} disabled={!pager.hasNext} onClick={pager.next}>
                    Next
                </Button>
            </Group>
        </Group>
    );
}

export function DataTable<Row>(given: DataTableProps<Row>) {
    const table = useRef<HTMLTableElement>(null);
    const lead = useLeading();
    const { hidden, toggle } = useHiddenColumns(given.label);
    // The first column names the row. Totals below the table need all columns.
    const mayHide = given.footer ? [] : given.columns.filter(({ header }, index) => index > 0 && header !== '');
    const props = { ...given, columns: given.columns.filter((column) => !mayHide.includes(column) || !hidden.has(column.key)) };
    const { columns, query, label, phone = 'cards', empty, pager, maxHeight, footer } = props;
    const sorting = useSorting(props);
    const cards = useIsPhone() && phone === 'cards';
    const { rows } = sorting;
    if (query.error && !query.data) {
        return (
            <Box className={styles.frame}>
                <ErrorState error={query.error} retry={query.refetch && (() => void query.refetch?.())} />
            </Box>
        );
    }
    if (!query.isPending && rows.length === 0) {
        return <Box className={styles.frame}>{empty ?? <EmptyState title="Nothing here yet" />}</Box>;
    }
    return (
        <div>
            {props.selection && props.selection.all.length > 0 && phone === 'cards' && !query.isPending && <SelectAllCards selection={props.selection} />}
            {cards && rows.length > 1 && <SortCards columns={columns} sorting={sorting} />}
            <div
                className={styles.frame}
                data-scrolls={phone === 'scroll' || undefined}
                style={{ maxHeight }}
                // A box that scrolls must be focusable by keyboard.
                tabIndex={phone === 'scroll' || maxHeight ? 0 : undefined}
                // No region: it would be a second landmark with the name of the section around it.
                role="group"
                aria-label={label}
                aria-busy={query.isPending || query.isPlaceholderData || undefined}
            >
                <table ref={table} className={styles.table} role="table" data-phone={phone} data-stale={query.isPlaceholderData || undefined} aria-label={label}>
                    <thead role="rowgroup">
                        <HeaderRow columns={columns} selection={props.selection} sorting={sorting} cards={cards} />
                    </thead>
                    <tbody role="rowgroup">
                        {query.isPending ? (
                            <SkeletonRows columns={columns as Column<never>[]} count={8} ticks={props.selection !== undefined} />
                        ) : (
                            rows.map((row) => <BodyRow key={props.rowKey(row)} row={row} props={props} lead={lead} />)
                        )}
                    </tbody>
                    {footer && <tfoot role="rowgroup">{footer}</tfoot>}
                </table>
            </div>
            {!query.isPending && (
                <Group justify="space-between" mt={4}>
                    <SortNote sorting={sorting} pager={pager} />
                    <TableOptions label={label} table={table} columns={mayHide} hidden={hidden} onToggle={toggle} readAll={props.readAll} />
                </Group>
            )}
            {pager && <PagerBar pager={pager} count={rows.length} />}
        </div>
    );
}
