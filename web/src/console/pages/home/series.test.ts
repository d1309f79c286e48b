import { describe, expect, it } from 'vitest';
import { pointsOf, stepOf, valuesAt } from './series';

describe('pointsOf', () => {
    it('has every hour of a day, every day of some weeks, every month of some years', () => {
        const day = { startDate: '2026-11-15', endDate: '2026-11-15' };
        expect(stepOf(day)).toBe('hour');
        expect(pointsOf(day, 'hour')).toHaveLength(24);
        expect(pointsOf({ startDate: '2026-10-30', endDate: '2026-11-02' }, 'date')).toEqual(['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02']);
        expect(pointsOf({ startDate: '2025-11-10', endDate: '2026-02-01' }, 'month')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
    });
});

describe('valuesAt', () => {
    it('fills what the report left out with 0', () => {
        const rows = [{ groupKeys: { date: '2026-11-02' }, metrics: { ngr: 5 } }];
        expect(valuesAt(rows, ['2026-11-01', '2026-11-02'], 'date', 'ngr')).toEqual([0, 5]);
    });

    it('finds hours by the operator’s clock, and adds an hour that comes twice', () => {
        const rows = [
            { groupKeys: { hour: '2026-10-25T02+02:00' }, metrics: { ngr: 1 } },
            { groupKeys: { hour: '2026-10-25T02+01:00' }, metrics: { ngr: 2 } },
        ];
        expect(valuesAt(rows, ['2026-10-25T01', '2026-10-25T02'], 'hour', 'ngr')).toEqual([0, 3]);
    });
});
