import { queries } from '@/api/queries';
import { spanOf } from '@/format/period';
import type { Questions } from '@/routing';
import { changeQuery, type ChangeSearch } from '../../reporting/change';
import { metricNames, type Metric } from '../../reporting/names';

export const metricOf = (search: ChangeSearch): Metric => (search.metric && search.metric in metricNames ? (search.metric as Metric) : 'total_reward');

export const changeQuestions: Questions = ({ search, today }) => {
    const asked = search as ChangeSearch;
    return [changeQuery(metricOf(asked), asked, spanOf(asked, today)), queries.dimensions];
};
