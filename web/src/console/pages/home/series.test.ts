import { describe, expect, it } from 'vitest';
import { pointsOf, stepOf, valuesAt } from './series';

describe('pointsOf', () => {
    it('has the hours of a day, the days of weeks or the months of years', () => {
        const day = { startDate: '2026-11-15', endDate: '2026-11-15' };
        expect(stepOf(day)).toBe('hour');
        expect(pointsOf(day, 'hour')).toHaveLength(24);
        expect(pointsOf({ startDate: '2026-10-30', endDate: '2026-11-02' }, 'date')).toEqual(['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02']);
        expect(pointsOf({ startDate: '2025-11-10', endDate: '2026-02-01' }, 'month')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
    });
});

describe('valuesAt', () => {
    it('has 0 for points without a row', () => {
        const rows = [{ groupKeys: { date: '2026-11-02' }, metrics: { ngr: 5 } }];
        expect(valuesAt(rows, ['2026-11-01', '2026-11-02'], 'date', 'ngr')).toEqual([0, 5]);
    });

    it('has hours in the operator’s time zone, and adds an hour that occurs twice', () => {
        const rows = [
            { groupKeys: { hour: '2026-10-25T02+02:00' }, metrics: { ngr: 1 } },
            { groupKeys: { hour: '2026-10-25T02+01:00' }, metrics: { ngr: 2 } },
        ];
        expect(valuesAt(rows, ['2026-10-25T01', '2026-10-25T02'], 'hour', 'ngr')).toEqual([0, 3]);
    });
});
