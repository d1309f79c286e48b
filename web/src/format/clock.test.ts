import { describe, expect, it } from 'vitest';
import { clockIn, hoursOver, pointNow, sumOfHours, weekOf } from './clock';

const afternoon = new Date('2026-11-17T15:30:00Z');

describe('the clock of an operator', () => {
    it('has 24 hours in every locale', () => {
        expect(clockIn('UTC', afternoon)).toEqual({ date: '2026-11-17', hour: 15 });
        expect(clockIn('UTC', new Date('2026-11-17T00:10:00Z'))).toEqual({ date: '2026-11-17', hour: 0 });
    });
    it('is in the time zone of the operator', () => {
        expect(clockIn('Asia/Tokyo', afternoon)).toEqual({ date: '2026-11-18', hour: 0 });
    });
    it('knows the point that is not over', () => {
        const clock = clockIn('UTC', afternoon);
        expect((['hour', 'date', 'week', 'month'] as const).map((step) => pointNow(clock, step))).toEqual(['2026-11-17T15', '2026-11-17', '2026-W47', '2026-11']);
    });
});

describe('today', () => {
    const clock = { date: '2026-11-17', hour: 9 };
    it('is compared by the hours that are over', () => {
        expect(hoursOver({ startDate: '2026-11-17', endDate: '2026-11-17' }, clock)).toBe(9);
        expect(sumOfHours([1, 2, 3, 4], 3)).toBe(6);
    });
    it('is compared as a whole within a longer range', () => {
        expect(hoursOver({ startDate: '2026-11-16', endDate: '2026-11-17' }, clock)).toBeNull();
        expect(hoursOver({ startDate: '2026-11-16', endDate: '2026-11-16' }, clock)).toBeNull();
    });
});

it('weeks are those of ISO 8601', () => {
    expect(['2024-12-30', '2026-01-01', '2027-01-03', '2026-03-09'].map(weekOf)).toEqual(['2025-W01', '2026-W01', '2026-W53', '2026-W11']);
});
