import { describe, expect, it } from 'vitest';
import type { Schema } from '@/api/client';
import { presetBody, questionOf, searchOfPreset, shapeOf } from './shape';

const span = { startDate: '2026-11-01', endDate: '2026-11-15' };

describe('shapeOf', () => {
    it('ranks by what tells most, and lets time run forward', () => {
        expect(shapeOf({}).sort).toBe('-ngr');
        expect(shapeOf({ groups: ['date'], metrics: ['click_count'] }).sort).toBe('date');
        expect(shapeOf({ groups: ['country'], metrics: ['click_count'] }).sort).toBe('-click_count');
    });

    it('forgets what does not exist, and sorts by no column that is not there', () => {
        const shape = shapeOf({ groups: ['nonsense', 'brand'], metrics: ['nonsense'], sort: '-epc', limit: '7' });
        expect(shape.groups).toEqual(['brand']);
        expect(shape.metrics).toContain('ngr');
        expect(shape.sort).toBe('-ngr');
        expect(shape.limit).toBe(100);
    });
});

describe('questionOf', () => {
    it('asks for totals alone without a sort', () => {
        expect(questionOf(shapeOf({ groups: [] }), span).sort).toBeUndefined();
    });
});

describe('presetBody and searchOfPreset', () => {
    it('keep a named period by its name and others by their days', () => {
        const shape = shapeOf({});
        expect(presetBody(shape, { period: 'thisMonth' }, span)).toMatchObject({ period: 'thisMonth', startDate: null });
        expect(presetBody(shape, { period: 'custom' }, span)).toMatchObject({ period: null, ...span });
        const saved = { id: 'p', name: 'n', groupKeys: ['brand'], metrics: ['ngr'], filters: {}, startDate: '2026-11-01', endDate: '2026-11-15', period: null, tokenActive: true, apiUrl: null };
        expect(searchOfPreset(saved as Schema<'ReportPreset'>)).toMatchObject({ groups: ['brand'], period: 'custom', from: '2026-11-01', to: '2026-11-15', preset: 'p' });
    });
});
