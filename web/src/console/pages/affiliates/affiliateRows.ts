import { useQuery } from '@tanstack/react-query';
import type { Schema } from '@/api/client';
import { usePagedQuery } from '@/ui/pager';
import type { TableQuery } from '@/ui/DataTable';
import { rowsByValue } from '../../performance/rows';
import { affiliateList, listReportQuery } from './questions';

export type Affiliate = Schema<'Affiliate'>;
export type Status = Affiliate['status'];

interface RowSearch {
    cursor?: string;
    status?: Status;
    name?: string;
    sort?: string;
}

export interface AffiliateRow {
    affiliate: Affiliate;
    // Undefined while the report loads, null if another affiliate has the same name.
    performance: Record<string, number> | null | undefined;
}

const noActivity: Record<string, number> = {};

export function sortRows(rows: AffiliateRow[], sort: string | undefined): AffiliateRow[] {
    if (!sort) return rows;
    const down = sort.startsWith('-');
    const key = sort.replace(/^-/, '');
    const order = (left: AffiliateRow, right: AffiliateRow) =>
        key === 'name' ? left.affiliate.name.localeCompare(right.affiliate.name) : (left.performance?.[key] ?? 0) - (right.performance?.[key] ?? 0);
    return [...rows].sort((left, right) => (down ? order(right, left) : order(left, right)));
}

// One page in the order of creation, which is the only order of the API. `sort` sorts only this page. One report gives the
// results of all rows in the last 30 days.
export function useAffiliateRows({ cursor, status, name, sort }: RowSearch, setCursor: (cursor: string | undefined) => void) {
    const { query, pager } = usePagedQuery({ ...affiliateList({ cursor, status, name }), setCursor });
    const ids = query.data?.map((one) => one.id) ?? [];
    const report = useQuery({ ...listReportQuery(ids), enabled: ids.length > 0 });
    const byName = rowsByValue(report.data);
    const performanceOf = ({ name: called }: Affiliate) => {
        if (!report.data) return undefined;
        return byName.has(called) ? byName.get(called) : noActivity;
    };
    const rows = query.data?.map((affiliate) => ({ affiliate, performance: performanceOf(affiliate) }));
    const shown: TableQuery<AffiliateRow> = { ...query, data: rows && sortRows(rows, sort) };
    return { query: shown, pager };
}
