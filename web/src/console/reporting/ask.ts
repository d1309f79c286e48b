import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';

export type ReportQuestion = Schema<'ReportQuery'>;
export type Report = Schema<'Report'>;
export type ReportRow = Report['rows'][number];

// A report as a query. The previous result stays visible while the next one loads.
export const reportQuery = (question: ReportQuestion) =>
    queryOptions({
        queryKey: ['reports', 'query', question],
        queryFn: () => take(api.POST('/reports/query', { body: question })) as Promise<Report>,
        placeholderData: keepPreviousData,
        staleTime: 20_000,
    });

export async function reportCsv(question: ReportQuestion): Promise<Blob> {
    const answer = take(api.POST('/reports/query', { body: question, params: { query: { format: 'csv' } }, parseAs: 'blob' }));
    return (await answer) as unknown as Blob;
}
