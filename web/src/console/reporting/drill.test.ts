import { describe, expect, it } from 'vitest';
import { drillSearch, drillTarget, drillValues } from './drill';

const span = { startDate: '2026-11-01', endDate: '2026-11-15' };

describe('drillTarget', () => {
    it('has the values of the row, and the filters by other groups', () => {
        const target = drillTarget({ opens: 'events', metric: 'ftd_count', row: { affiliate: 'Anna' }, filters: { country: ['DE'], affiliate: ['Anna', 'Bert'] }, span });
        expect(target).toEqual({ to: '/events', search: { metric: 'ftd_count', ...span, affiliate: 'Anna', country: 'DE' } });
    });

    it('keeps empty values', () => {
        const target = drillTarget({ opens: 'clicks', metric: 'click_count', row: { sub1: '', date: '2026-11-03' }, span });
        expect(target?.search).toEqual({ metric: 'click_count', ...span, date: '2026-11-03', none: ['sub1'] });
        expect(drillValues(drillSearch(target?.search ?? {}))).toEqual({ date: '2026-11-03', sub1: '' });
    });

    it('is null for a filter with several values, or a metric that cannot be opened', () => {
        expect(drillTarget({ opens: 'events', metric: 'ngr', row: {}, filters: { country: ['DE', 'AT'] }, span })).toBeNull();
        expect(drillTarget({ opens: null, metric: 'ctr', row: {}, span })).toBeNull();
    });
});

describe('drillSearch', () => {
    it('reads numbers as text and ignores unknown keys', () => {
        expect(drillValues(drillSearch({ sub1: 7, nonsense: 'x', none: ['os', 'nonsense'] }))).toEqual({ sub1: '7', os: '' });
    });
});
