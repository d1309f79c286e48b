import { useQuery } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { queries } from '@/api/queries';
import { usePagedQuery, type Pager } from '@/ui/pager';
import type { TableQuery } from '@/ui/DataTable';
import { reportQuery } from '../../performance/report';
import { rowsByValue } from '../../performance/rows';

export type Affiliate = Schema<'Affiliate'>;
export type Status = Affiliate['status'];
export const listMetrics = ['click_count', 'registration_count', 'ftd_count', 'ngr', 'total_reward'] as const;

interface RowSearch {
    cursor?: string;
    status?: Status;
    name?: string;
    sort?: string;
}

export interface AffiliateRow {
    affiliate: Affiliate;
    // Undefined while the report is on its way, null where another affiliate has the same name.
    performance: Record<string, number> | null | undefined;
}

const noActivity: Record<string, number> = {};
const shownAtOnce = 200;

export function sortRows(rows: AffiliateRow[], sort: string | undefined): AffiliateRow[] {
    if (!sort) return rows;
    const down = sort.startsWith('-');
    const key = sort.replace(/^-/, '');
    const order = (left: AffiliateRow, right: AffiliateRow) =>
        key === 'name' ? left.affiliate.name.localeCompare(right.affiliate.name) : (left.performance?.[key] ?? 0) - (right.performance?.[key] ?? 0);
    return [...rows].sort((left, right) => (down ? order(right, left) : order(left, right)));
}

// Page by page in the order of creation; searched or sorted, from the list that names are taken from. Either way one
// report tells how all rows on the page did in the last 30 days.
export function useAffiliateRows(search: RowSearch, setCursor: (cursor: string | undefined) => void) {
    const { cursor, status, name, sort } = search;
    const whole = Boolean(name || sort);
    const paged = usePagedQuery({
        queryKey: ['affiliates', 'list', { status }],
        read: (at) => take(api.GET('/affiliates', { params: { query: { limit: 50, cursor: at, status } } })),
        cursor,
        setCursor,
        enabled: !whole,
    });
    const all = useQuery({ ...queries.affiliates, enabled: whole });
    const wanted = name?.toLowerCase() ?? '';
    const matching = all.data?.filter((one) => (!status || one.status === status) && `${one.name} ${one.email}`.toLowerCase().includes(wanted));
    const shown = whole ? matching : paged.query.data;
    const ids = whole ? undefined : shown?.map((one) => one.id);
    const report = useQuery({
        ...reportQuery({ groupKeys: ['affiliate'], metrics: [...listMetrics], filters: ids ? { affiliate: ids } : {}, period: 'last30Days' }),
        enabled: shown !== undefined && shown.length > 0,
    });
    const byName = rowsByValue(report.data);
    const performanceOf = ({ name: called }: Affiliate) => {
        if (!report.data) return undefined;
        return byName.has(called) ? byName.get(called) : noActivity;
    };
    const rows = shown?.map((affiliate) => ({ affiliate, performance: performanceOf(affiliate) }));
    const source: TableQuery<unknown> = whole ? all : paged.query;
    const query: TableQuery<AffiliateRow> = { ...source, data: rows && sortRows(rows, sort).slice(0, shownAtOnce) };
    const pager: Pager | undefined = whole ? undefined : paged.pager;
    return { query, pager, left: Math.max(0, (rows?.length ?? 0) - shownAtOnce) };
}
