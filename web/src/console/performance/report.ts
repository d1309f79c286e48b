import { queryOptions } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';

export type Report = Schema<'Report'>;
export type Metric = Schema<'MetricName'>;

export const reportQuery = (body: Schema<'ReportQuery'>) =>
    queryOptions({
        queryKey: ['reports', 'query', body],
        queryFn: async () => (await take(api.POST('/reports/query', { body }))) as Report,
        staleTime: 30_000,
    });
