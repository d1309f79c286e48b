import { describe, expect, it } from 'vitest';
import type { Schema } from '@/api/client';
import { presetBody, questionOf, quickStarts, quickStartSearch, searchOfPreset, shapeOf } from './shape';

const span = { startDate: '2026-11-01', endDate: '2026-11-15' };
const before = { startDate: '2026-10-17', endDate: '2026-10-31' };

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
        expect(questionOf(shapeOf({ groups: [] }), span, before).sort).toBeUndefined();
    });

    it('is compared with the previous period, or with the last year', () => {
        expect(questionOf(shapeOf({}), span, before)).not.toHaveProperty('compareTo');
        expect(questionOf(shapeOf({ compare: 'previous' }), span, before)).toMatchObject({ compareStartDate: '2026-10-17', compareEndDate: '2026-10-31' });
        expect(questionOf(shapeOf({ compare: 'year', sort: '-difference:ngr' }), span, before)).toMatchObject({ compareTo: 'samePeriodLastYear', sort: '-difference:ngr' });
    });

    it('is not compared by week or hour, nor with a filter of days', () => {
        expect(shapeOf({ compare: 'year', groups: ['week'] }).compare).toBeUndefined();
        expect(shapeOf({ compare: 'year', filters: { date: ['2026-11-01'] } }).compare).toBeUndefined();
        expect(shapeOf({ sort: '-difference:ngr' }).sort).toBe('-ngr');
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

describe('quick starts', () => {
    const start = (label: string) => {
        const found = quickStarts.find((one) => one.label === label);
        if (!found) throw new Error(`no quick start ${label}`);
        return found;
    };

    it('keep the filters and the period', () => {
        const shown = { filters: { country: ['DE'] }, period: 'custom' as const, from: '2026-10-01', to: '2026-10-31', sort: '-ngr' };
        expect(quickStartSearch(start('Daily performance'), shown, '2026-11-15')).toMatchObject({ groups: ['date'], filters: { country: ['DE'] }, period: 'custom', from: '2026-10-01', to: '2026-10-31' });
        expect(quickStartSearch(start('Months'), shown, '2026-11-15')).toMatchObject({ from: '2026-10-01' });
    });

    it('show a year of months if no period is chosen', () => {
        expect(quickStartSearch(start('Months'), {}, '2026-11-15')).toMatchObject({ period: 'custom', from: '2025-11-16', to: '2026-11-15' });
    });

    it('show every part of the commission', () => {
        const { metrics = [] } = start('Commission by component').search;
        for (const part of ['cpa', 'revshare', 'cpl', 'turnover', 'fixed_fee', 'sub_affiliate', 'total']) expect(metrics).toContain(`${part}_reward`);
    });
});
