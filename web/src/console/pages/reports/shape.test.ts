import { describe, expect, it } from 'vitest';
import type { Schema } from '@/api/client';
import { presetBody, questionOf, searchOfPreset, shapeOf } from './shape';

const span = { startDate: '2026-11-01', endDate: '2026-11-15' };

describe('shapeOf', () => {
    it('sorts by the most important metric, and time in ascending order', () => {
        expect(shapeOf({}).sort).toBe('-ngr');
        expect(shapeOf({ groups: ['date'], metrics: ['click_count'] }).sort).toBe('date');
        expect(shapeOf({ groups: ['country'], metrics: ['click_count'] }).sort).toBe('-click_count');
    });

    it('ignores unknown names, and a sort by a missing column', () => {
        const shape = shapeOf({ groups: ['nonsense', 'brand'], metrics: ['nonsense'], sort: '-epc', limit: '7' });
        expect(shape.groups).toEqual(['brand']);
        expect(shape.metrics).toContain('ngr');
        expect(shape.sort).toBe('-ngr');
        expect(shape.limit).toBe(100);
    });
});

describe('questionOf', () => {
    it('has no sort for totals only', () => {
        expect(questionOf(shapeOf({ groups: [] }), span).sort).toBeUndefined();
    });
});

describe('presetBody and searchOfPreset', () => {
    it('keep a named period by name and a custom one by its dates', () => {
        const shape = shapeOf({});
        expect(presetBody(shape, { period: 'thisMonth' }, span)).toMatchObject({ period: 'thisMonth', startDate: null });
        expect(presetBody(shape, { period: 'custom' }, span)).toMatchObject({ period: null, ...span });
        const saved = { id: 'p', name: 'n', groupKeys: ['brand'], metrics: ['ngr'], filters: {}, startDate: '2026-11-01', endDate: '2026-11-15', period: null, tokenActive: true, apiUrl: null };
        expect(searchOfPreset(saved as Schema<'ReportPreset'>)).toMatchObject({ groups: ['brand'], period: 'custom', from: '2026-11-01', to: '2026-11-15', preset: 'p' });
    });
});
