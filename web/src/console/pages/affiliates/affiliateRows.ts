import { useQuery } from '@tanstack/react-query';
import type { Schema } from '@/api/client';
import { usePagedQuery } from '@/ui/pager';
import type { TableQuery } from '@/ui/DataTable';
import { rowsByValue } from '../../performance/rows';
import type { DateSpan } from '@/format/period';
import { pointsOf, stepOf, valuesAt } from '../../performance/points';
import type { Metric } from '../../reporting/names';
import { affiliateList, listReportQuery, trendQuery } from './questions';

export type Affiliate = Schema<'Affiliate'>;
export type Status = Affiliate['status'];

interface RowSearch {
    cursor?: string;
    status?: Status;
    name?: string;
    tag?: string;
    manager?: string;
    sort?: string;
}

// What the columns show.
interface Shown {
    metrics: Metric[];
    span: DateSpan;
    // The metric of the small charts.
    trend: Metric;
}

export interface AffiliateRow {
    affiliate: Affiliate;
    // Undefined while the report loads, null if another affiliate has the same name.
    performance: Record<string, number> | null | undefined;
    // The values of the trend, in the steps of the period. Empty while it loads, and if another affiliate has the same name.
    trend: number[];
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
// results of all rows.
export function useAffiliateRows({ cursor, status, name, tag, manager, sort }: RowSearch, { metrics, span, trend }: Shown, setCursor: (cursor: string | undefined) => void) {
    const { query, pager } = usePagedQuery({ ...affiliateList({ cursor, status, name, tag, manager }), setCursor });
    const ids = query.data?.map((one) => one.id) ?? [];
    const report = useQuery({ ...listReportQuery(ids, metrics, span), enabled: ids.length > 0 });
    const course = useQuery({ ...trendQuery(ids, trend, span), enabled: ids.length > 0 });
    const step = stepOf(span);
    const points = pointsOf(span, step);
    const byName = rowsByValue(report.data);
    const performanceOf = ({ name: called }: Affiliate) => {
        if (!report.data) return undefined;
        return byName.has(called) ? byName.get(called) : noActivity;
    };
    const trendOf = ({ name: called }: Affiliate) => (course.data && byName.get(called) ? valuesAt(course.data.rows.filter((row) => row.groupKeys.affiliate === called), points, step, trend) : []);
    const rows = query.data?.map((affiliate) => ({ affiliate, performance: performanceOf(affiliate), trend: trendOf(affiliate) }));
    const shown: TableQuery<AffiliateRow> = { ...query, data: rows && sortRows(rows, sort) };
    return { query: shown, pager };
}
