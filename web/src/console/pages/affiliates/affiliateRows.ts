import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '@/api/client';
import { readAll } from '@/api/queries';
import { usePagedQuery } from '@/ui/pager';
import type { TableQuery } from '@/ui/DataTable';
import type { DateSpan } from '@/format/period';
import { pointsOf, stepOf, valuesAt } from '../../performance/points';
import type { Metric } from '../../reporting/names';
import { inOrder, type ListedAffiliate } from './listedAffiliates';
import { affiliateResults, listMetrics, listOrder, resultsKey, trendQuery, unsortedResults } from './questions';

export type Affiliate = Schema<'Affiliate'>;
export type Status = Affiliate['status'];
type Search = Parameters<typeof affiliateResults>[0];

export interface AffiliateRow extends ListedAffiliate {
    // The values of the trend, in the steps of the period. Empty while it loads, and if two rows have the same name.
    trend: number[];
}

// One page of the list, in the order of the server, and the trend of one metric for its rows. `askAgain` is set if the
// analytics store did not answer: then the rows have no figures and are in the order of creation.
export function useAffiliateRows(search: Search, span: DateSpan, trend: Metric, setCursor: (cursor: string | undefined) => void) {
    const { query, pager } = usePagedQuery({ ...affiliateResults(search, span), setCursor });
    const client = useQueryClient();
    const results = query.data;
    const withoutFigures = results?.some(({ metrics }) => metrics === null) === true;
    const ids = results?.map(({ affiliate }) => affiliate.id) ?? [];
    const course = useQuery({ ...trendQuery(ids, trend, span), enabled: ids.length > 0 && !withoutFigures });
    const step = stepOf(span);
    const points = pointsOf(span, step);
    const isOnly = (name: string) => results?.filter(({ affiliate }) => affiliate.name === name).length === 1;
    const trendOf = (name: string) => (course.data && isOnly(name) ? valuesAt(course.data.rows.filter((row) => row.groupKeys.affiliate === name), points, step, trend) : []);
    const rows = results?.map(({ affiliate, metrics }) => ({ affiliate, metrics, trend: trendOf(affiliate.name) }));
    const shown: TableQuery<AffiliateRow> = { ...query, data: rows };
    const askAgain = () => {
        void client.invalidateQueries({ queryKey: resultsKey });
        if (search.cursor) setCursor(undefined);
    };
    return { query: shown, pager, askAgain: withoutFigures ? askAgain : undefined };
}

const exportedMost = 10_000;

// All pages of the list as rows of a file. Numbers are as in reports: plain, in the base currency. A list that is too long
// or has no results is refused, because a file without its end or its figures would look complete.
export async function exportAffiliates(search: Search, span: DateSpan): Promise<string[][]> {
    const results = await readAll(unsortedResults(search, span), exportedMost + 1);
    if (results.length > exportedMost) throw new Error('The list has more than 10,000 affiliates. Filter it, or use a report by affiliate.');
    const metrics = listMetrics(search.metrics);
    const rows = inOrder(results, listOrder(search.sort, metrics)).map(({ affiliate, metrics: values }) => [
        affiliate.name,
        affiliate.id,
        affiliate.email,
        affiliate.status,
        ...metrics.map((metric) => String(values?.[metric] ?? 0)),
        affiliate.tags.join(', '),
        affiliate.accountManagerEmail ?? '',
    ]);
    return [['affiliate', 'affiliateId', 'email', 'status', ...metrics, 'tags', 'accountManager'], ...rows];
}
