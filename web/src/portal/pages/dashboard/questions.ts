import { keepPreviousData } from '@tanstack/react-query';
import { spanBefore, spanOf, type DateSpan, type PeriodSearch } from '@/format/period';
import type { Questions } from '@/routing';
import { queries, type GroupKeyName, type MetricName } from '../../api';
import { grainOf } from './series';

const funnel: MetricName[] = ['click_count', 'unique_click_count', 'registration_count', 'ftd_count', 'total_reward', 'click_to_registration', 'registration_to_ftd', 'epc'];

// A report of one range in the steps of another.
export const daysQuery = (shown: DateSpan, span: DateSpan) => ({ ...queries.report({ groupKeys: [grainOf(shown)], metrics: funnel, ...span }), placeholderData: keepPreviousData });

export const topQuery = (by: GroupKeyName, span: DateSpan) => ({
    ...queries.report({ groupKeys: [by], metrics: ['click_count', 'total_reward'], sort: ['-total_reward', '-click_count'], limit: 6, ...span }),
    placeholderData: keepPreviousData,
});

export const dashboardQuestions: Questions = ({ search, today }) => {
    const period = search as PeriodSearch;
    const span = spanOf(period, today);
    return [queries.me, queries.summary(span), daysQuery(span, span), daysQuery(span, spanBefore(period, span)), topQuery('link', span), topQuery('country', span)];
};
