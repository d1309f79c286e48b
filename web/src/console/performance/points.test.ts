import { describe, expect, it } from 'vitest';
import { pointsOf, stepOf, valuesAt } from './points';
import { rowsByValue } from './rows';

describe('the points of a chart', () => {
    it('are hours of one day, days of a quarter and months of a year', () => {
        expect(stepOf({ startDate: '2026-03-10', endDate: '2026-03-10' })).toBe('hour');
        expect(stepOf({ startDate: '2026-01-01', endDate: '2026-03-31' })).toBe('date');
        expect(stepOf({ startDate: '2026-01-01', endDate: '2026-12-31' })).toBe('month');
    });
    it('include days without data', () => {
        expect(pointsOf({ startDate: '2026-02-27', endDate: '2026-03-01' }, 'date')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
        expect(pointsOf({ startDate: '2025-11-30', endDate: '2026-02-01' }, 'month')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
    });
    it('are the 24 hours of a day, so that both days have them at the same places', () => {
        const hours = pointsOf({ startDate: '2026-03-10', endDate: '2026-03-10' }, 'hour');
        expect(hours).toHaveLength(24);
        const rows = [{ groupKeys: { hour: '2026-03-10T14+01:00' }, metrics: { ngr: 3 } }];
        expect(valuesAt(rows, hours, 'hour', 'ngr')[14]).toBe(3);
    });
});

describe('rows by name', () => {
    it('are null for a name that two rows share', () => {
        const row = (affiliate: string, clicks: number) => ({ groupKeys: { affiliate }, metrics: { click_count: clicks } });
        const found = rowsByValue({ rows: [row('Ann', 1), row('Bo', 2), row('Ann', 3)], totals: {}, generatedAt: '2026-01-01T00:00:00Z' });
        expect(found.get('Ann')).toBeNull();
        expect(found.get('Bo')).toEqual({ click_count: 2 });
    });
});
