import { queries } from '@/api/queries';
import { spanOf } from '@/format/period';
import type { Questions } from '@/routing';
import { reportQuery } from '../../reporting/ask';
import { questionOf, shapeOf, type ReportSearch } from './shape';

export const reportQuestions: Questions = ({ search, today }) => {
    const asked = search as ReportSearch;
    return [reportQuery(questionOf(shapeOf(asked), spanOf(asked, today))), queries.dimensions];
};
