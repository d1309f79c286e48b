import { queries } from '@/api/queries';
import { spanBefore, spanOf } from '@/format/period';
import type { Questions } from '@/routing';
import { reportQuery } from '../../reporting/ask';
import { questionOf, shapeOf, type ReportSearch } from './shape';

export const reportQuestions: Questions = ({ search, today }) => {
    const asked = search as ReportSearch;
    const span = spanOf(asked, today);
    return [reportQuery(questionOf(shapeOf(asked), span, spanBefore(asked, span))), queries.dimensions];
};
