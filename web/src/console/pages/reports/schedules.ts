import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { readAll } from '@/api/queries';

export type Schedule = Schema<'ReportSchedule'>;
export type Run = Schema<'ReportRun'>;

export const frequencies: { value: Schedule['frequency']; label: string; days: string }[] = [
    { value: 'daily', label: 'Daily', days: 'the day before' },
    { value: 'weekly', label: 'Weekly', days: 'the week before, from Monday' },
    { value: 'monthly', label: 'Monthly', days: 'the month before' },
];

export const hourLabel = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

// "Daily at 06:00 to 2 people", "Monthly at 06:00 to backend.example".
export function describeSchedule(schedule: Schedule): string {
    const often = frequencies.find(({ value }) => value === schedule.frequency)?.label ?? schedule.frequency;
    const count = schedule.recipients.length;
    const to = schedule.url ? hostOf(schedule.url) : `${count} ${count === 1 ? 'person' : 'people'}`;
    return `${often} at ${hourLabel(schedule.hour)} to ${to}`;
}

// The rest of a URL may be a secret.
export function hostOf(url: string): string {
    return /^https?:\/\/([^/?#]+)/.exec(url)?.[1] ?? url;
}

// What became of a run: the status of its worst message.
export function resultOf(run: Run): 'failed' | 'paused' | 'waiting' | 'delivered' {
    if (run.error !== null || run.deliveries.length === 0) return 'failed';
    const worst = (['failed', 'paused', 'waiting'] as const).find((status) => run.deliveries.some((delivery) => delivery.status === status));
    return worst ?? 'delivered';
}

export const schedulesQuery = (presetId: string) =>
    queryOptions({
        queryKey: ['report-schedules', { presetId }],
        queryFn: () => readAll((cursor) => take(api.GET('/report-schedules', { params: { query: { presetId, limit: 200, cursor } } }))),
    });

// What was sent a moment ago still waits, so it is read again.
export const runsQuery = (id: string) =>
    queryOptions({
        queryKey: ['report-schedules', id, 'runs'],
        queryFn: () => take(api.GET('/report-schedules/{id}/runs', { params: { path: { id } } })),
        refetchInterval: ({ state }) => (state.data?.items[0] && resultOf(state.data.items[0]) === 'waiting' ? 2000 : false),
    });

export const recipientsQuery = queryOptions({ queryKey: ['report-recipients'], queryFn: () => take(api.GET('/report-recipients')), staleTime: 60_000 });

// Changes of schedules. What shows them is reloaded.
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
        send: async (id: string) => {
            await take(api.POST('/report-schedules/{id}/send', { params: { path: { id } } }));
            await reload();
        },
        remove: async (id: string) => {
            await take(api.DELETE('/report-schedules/{id}', { params: { path: { id } } }));
            await reload();
        },
    };
}
