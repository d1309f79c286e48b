import { spanBefore, spanOf, type PeriodSearch } from '@/format/period';
import type { Visit } from '@/routing';
import type { ShownMetric } from './metrics';
import { stepOf } from './points';
import { reportQuery } from './report';

// The queries of Performance: the period and the previous one, in the same steps.
export function performanceQuestions({ search, today }: Visit, filters: Record<string, string[]>, metrics: readonly ShownMetric[]) {
    const span = spanOf(search as PeriodSearch, today);
    const before = spanBefore(search as PeriodSearch, span);
    return [span, before].map((days) => reportQuery({ groupKeys: [stepOf(span)], metrics: [...metrics], filters, ...days }));
}
