import { spanBefore, type DateSpan, type PeriodSearch } from '@/format/period';
import type { ChangeQuery } from '../../api';

// The URL of an explanation: the metric, the filters, the period and what it is compared with.
export interface ChangeSearch extends PeriodSearch {
    metric?: string;
    where?: Record<string, string>;
    compare?: 'year';
    by?: string;
}

export function changeQueryOf(search: ChangeSearch, span: DateSpan): ChangeQuery {
    const before = spanBefore(search, span);
    const compared = search.compare === 'year' ? ({ compareTo: 'samePeriodLastYear' } as const) : { compareStartDate: before.startDate, compareEndDate: before.endDate };
    const filters = Object.fromEntries(Object.entries(search.where ?? {}).map(([key, value]) => [key, [value]]));
    return { metric: (search.metric ?? 'total_reward') as ChangeQuery['metric'], filters, ...span, ...compared };
}
