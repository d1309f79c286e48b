import type { DateSpan } from '@/format/period';
import type { LinkTarget } from '@/ui/Link';
import { linkTo } from '../link';
import { groupNames, type GroupKey, type Metric } from './names';

// Opening a number of a report: the link to the list of items that it adds up, and the way back from that URL to a query.

export type RowValues = Partial<Record<GroupKey, string>>;

// The search part of a list's URL. A URL cannot hold empty values, so `none` lists the groups without a value.
export interface DrillSearch extends RowValues {
    startDate?: string;
    endDate?: string;
    metric?: Metric;
    none?: GroupKey[];
}

export const groupKeys = Object.keys(groupNames) as GroupKey[];

interface Drilled {
    opens: 'events' | 'clicks' | 'accruals' | null | undefined;
    metric: Metric;
    row: Record<string, string>;
    filters?: Record<string, string[]>;
    span: DateSpan;
}

// A list has one value per group. A number that is filtered by several values of a group cannot be opened.
export function drillTarget({ opens, metric, row, filters, span }: Drilled): LinkTarget | null {
    if (!opens) return null;
    const values: Record<string, string> = {};
    for (const [key, chosen] of Object.entries(filters ?? {})) {
        if (key in row) continue;
        if (chosen.length !== 1) return null;
        values[key] = chosen[0] ?? '';
    }
    Object.assign(values, row);
    const search: DrillSearch = { metric, startDate: span.startDate, endDate: span.endDate };
    const none = groupKeys.filter((key) => values[key] === '');
    for (const key of groupKeys) if (values[key]) search[key] = values[key];
    if (none.length > 0) search.none = none;
    return linkTo({ to: `/${opens}`, search });
}

// Reads the search part of a list's URL.
export function drillSearch(search: Record<string, unknown>): DrillSearch {
    const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined);
    const read: Record<string, unknown> = { startDate: text(search.startDate), endDate: text(search.endDate), metric: text(search.metric) };
    for (const key of groupKeys) read[key] = text(search[key]);
    if (Array.isArray(search.none)) read.none = search.none.filter((key) => groupKeys.includes(key as GroupKey));
    return read as DrillSearch;
}

// The values by group that filter a list, including empty ones.
export function drillValues(search: DrillSearch): RowValues {
    const values: RowValues = {};
    for (const key of groupKeys) {
        const value = search[key];
        if (value !== undefined) values[key] = value;
    }
    for (const key of search.none ?? []) values[key] = '';
    return values;
}
