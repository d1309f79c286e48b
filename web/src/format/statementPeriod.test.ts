import { describe, expect, it } from 'vitest';
import { comparePeriods, daysOfPeriod, hasEnded, kindOf, nounOf, periodOn, recentPeriods } from './statementPeriod';

describe('statement periods', () => {
    it('have days', () => {
        expect(daysOfPeriod('2026-02')).toEqual({ startDate: '2026-02-01', endDate: '2026-02-28' });
        expect(daysOfPeriod('2026-12')).toEqual({ startDate: '2026-12-01', endDate: '2026-12-31' });
        expect(daysOfPeriod('2026-11-H1')).toEqual({ startDate: '2026-11-01', endDate: '2026-11-15' });
        expect(daysOfPeriod('2028-02-H2')).toEqual({ startDate: '2028-02-16', endDate: '2028-02-29' });
        expect(daysOfPeriod('2026-W46')).toEqual({ startDate: '2026-11-09', endDate: '2026-11-15' });
        expect(daysOfPeriod('2026-W01')).toEqual({ startDate: '2025-12-29', endDate: '2026-01-04' });
        expect(daysOfPeriod('2026-W53')).toEqual({ startDate: '2026-12-28', endDate: '2027-01-03' });
    });
    it('are found by a day', () => {
        expect(periodOn('month', '2026-11-15')).toBe('2026-11');
        expect(periodOn('halfMonth', '2026-11-15')).toBe('2026-11-H1');
        expect(periodOn('halfMonth', '2026-11-16')).toBe('2026-11-H2');
        expect(periodOn('week', '2026-11-15')).toBe('2026-W46');
        expect(periodOn('week', '2027-01-03')).toBe('2026-W53');
        expect(periodOn('week', '2025-12-29')).toBe('2026-W01');
    });
    it('have a kind and an end', () => {
        expect(['2026-11', '2026-11-H1', '2026-W46'].map(kindOf)).toEqual(['month', 'halfMonth', 'week']);
        expect(nounOf('2026-11-H1')).toBe('half-month');
        expect(hasEnded('2026-W46', '2026-11-15')).toBe(false);
        expect(hasEnded('2026-W46', '2026-11-16')).toBe(true);
    });
    it('are ordered by their ends', () => {
        const periods = ['2026-11', '2026-W49', '2026-11-H2', '2026-W46', '2026-11-H1', '2026-10'];
        expect(periods.sort(comparePeriods)).toEqual(['2026-10', '2026-W46', '2026-11-H1', '2026-11-H2', '2026-11', '2026-W49']);
    });
    it('start with the next one', () => {
        expect(recentPeriods('2026-11-15', ['month'], 3)).toEqual(['2026-12', '2026-11', '2026-10']);
        expect(recentPeriods('2026-01-31', ['month'], 3)).toEqual(['2026-02', '2026-01', '2025-12']);
        expect(recentPeriods('2026-11-15', ['month', 'week'], 2)).toEqual(['2026-12', '2026-11', '2026-W47', '2026-W46']);
        expect(recentPeriods('2026-11-15', ['month'], 2, '2026-W40')).toEqual(['2026-12', '2026-11', '2026-W40']);
    });
});
