import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';

export type Preset = Schema<'ReportPreset'>;
export type PresetChange = Schema<'ReportPresetChange'>;

export const presetQuery = (id: string) =>
    queryOptions({ queryKey: ['report-presets', id], queryFn: () => take(api.GET('/report-presets/{id}', { params: { path: { id } } })), staleTime: 30_000 });

// Changes of saved reports. Pages that show them are reloaded.
export function usePresetChanges() {
    const client = useQueryClient();
    const told = async (preset: Preset): Promise<Preset> => {
        client.setQueryData(presetQuery(preset.id).queryKey, preset);
        await client.invalidateQueries({ queryKey: ['report-presets'] });
        return preset;
    };
    return {
        create: (body: Schema<'NewReportPreset'>) => take(api.POST('/report-presets', { body })).then(told),
        change: (id: string, body: PresetChange) => take(api.PATCH('/report-presets/{id}', { params: { path: { id } }, body })).then(told),
        rotate: (id: string) => take(api.POST('/report-presets/{id}/rotate-token', { params: { path: { id } } })).then(told),
        remove: async (id: string) => {
            await take(api.DELETE('/report-presets/{id}', { params: { path: { id } } }));
            client.removeQueries({ queryKey: presetQuery(id).queryKey });
            await client.invalidateQueries({ queryKey: ['report-presets'] });
        },
    };
}
