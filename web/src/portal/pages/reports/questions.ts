import { keepPreviousData } from '@tanstack/react-query';
import { spanOf, type DateSpan, type PeriodSearch } from '@/format/period';
import type { Questions } from '@/routing';
import { queries } from '../../api';
import { choiceOf, queryOf, timeGroups, type Choice } from './choice';

export const rowLimit = 500;
const bars = 12;

export const tableQuery = (choice: Choice, span: DateSpan) => ({ ...queries.report(queryOf(choice, span, rowLimit)), placeholderData: keepPreviousData });

// One metric by the first group. A line needs all points; of bars only the largest are shown.
export function chartQuery(choice: Choice, span: DateSpan) {
    const group = choice.groups[0];
    const isTime = group !== undefined && timeGroups.includes(group);
    const asked: Choice = { ...choice, groups: group ? [group] : [], metrics: [choice.show], sort: isTime ? undefined : `-${choice.show}` };
    return { ...queries.report(queryOf(asked, span, isTime ? undefined : bars)), placeholderData: keepPreviousData };
}

export const reportQuestions: Questions = async ({ search, today, answerTo }) => {
    const choice = choiceOf(search, await answerTo(queries.dimensions));
    const span = spanOf(search as PeriodSearch, today);
    return [tableQuery(choice, span), ...(choice.groups.length > 0 ? [chartQuery(choice, span)] : [])];
};
