import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { spanBefore, type DateSpan, type PeriodSearch } from '@/format/period';
import { linkTo } from '../link';
import type { LinkTarget } from '@/ui/Link';
import type { Metric } from './names';

export type ChangeExplanation = Schema<'ChangeExplanation'>;
export type ChangePart = Schema<'ChangePart'>;

// The URL of an explanation: the metric, the filters, the period and what it is compared with.
export interface ChangeSearch extends PeriodSearch {
    metric?: string;
    filters?: Record<string, string[]>;
    compare?: 'year';
    by?: string;
}

export const changeQuery = (metric: Metric, search: ChangeSearch, span: DateSpan) => {
    const before = spanBefore(search, span);
    const compared = search.compare === 'year' ? ({ compareTo: 'samePeriodLastYear' } as const) : { compareStartDate: before.startDate, compareEndDate: before.endDate };
    const body: Schema<'ChangeQuery'> = { metric, filters: search.filters ?? {}, ...span, ...compared };
    return queryOptions({
        queryKey: ['reports', 'change', body],
        queryFn: () => take(api.POST('/reports/explain-change', { body })),
        placeholderData: keepPreviousData,
        staleTime: 20_000,
    });
};

// The page that explains a number and its change.
export const explainTarget = (metric: string, filters: Record<string, string[]> | undefined, { period, from, to }: PeriodSearch, compare?: 'year'): LinkTarget =>
    linkTo({ to: '/reports/change', search: { metric, filters: filters && Object.keys(filters).length > 0 ? filters : undefined, period, from, to, compare } });
