import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { readAll } from '@/api/queries';
import { resultOf } from './scheduleWords';

export const schedulesQuery = (presetId: string) =>
    queryOptions({
        queryKey: ['report-schedules', { presetId }],
        queryFn: () => readAll((cursor) => take(api.GET('/report-schedules', { params: { query: { presetId, limit: 200, cursor } } }))),
    });

// A run that was just started is still waiting, so the runs are read again.
export const runsQuery = (id: string) =>
    queryOptions({
        queryKey: ['report-schedules', id, 'runs'],
        queryFn: () => take(api.GET('/report-schedules/{id}/runs', { params: { path: { id } } })),
        refetchInterval: ({ state }) => (state.data?.items[0] && resultOf(state.data.items[0]) === 'waiting' ? 2000 : false),
    });

export const recipientsQuery = queryOptions({ queryKey: ['report-recipients'], queryFn: () => take(api.GET('/report-recipients')), staleTime: 60_000 });

// Changes of schedules. Pages that show them are reloaded.
export function useScheduleChanges() {
    const client = useQueryClient();
    const reload = () => client.invalidateQueries({ queryKey: ['report-schedules'] });
    return {
        create: async (body: Schema<'NewReportSchedule'>) => {
            const made = await take(api.POST('/report-schedules', { body }));
            await reload();
            return made;
        },
        change: async (id: string, body: Schema<'ReportScheduleChange'>) => {
            await take(api.PATCH('/report-schedules/{id}', { params: { path: { id } }, body }));
            await reload();
        },
        rotateSecret: async (id: string) => {
            const { secret } = await take(api.POST('/report-schedules/{id}/rotate-secret', { params: { path: { id } } }));
            await reload();
            return secret;
        },
        send: async (id: string) => {
            await take(api.POST('/report-schedules/{id}/send', { params: { path: { id } } }));
            await reload();
        },
        remove: async (id: string) => {
            await take(api.DELETE('/report-schedules/{id}', { params: { path: { id } } }));
            // The runs of the deleted schedule cannot be read any more.
            await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'report-schedules' && queryKey[1] !== id });
        },
    };
}
