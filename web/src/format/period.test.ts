import { describe, expect, it } from 'vitest';
import { daysOf, growth, nextMonth, periodSearch, spanBefore, spanOf, todayIn } from './period';

const today = '2026-03-10';

describe('a period', () => {
    it('of thirty days ends today', () => {
        const span = spanOf({}, today);
        expect(span).toEqual({ startDate: '2026-02-09', endDate: '2026-03-10' });
        expect(daysOf(span)).toBe(30);
        expect(spanBefore({}, span)).toEqual({ startDate: '2026-01-10', endDate: '2026-02-08' });
    });
    it('of this month is compared with the same days of the previous month', () => {
        const span = spanOf({ period: 'thisMonth' }, today);
        expect(span).toEqual({ startDate: '2026-03-01', endDate: '2026-03-10' });
        expect(spanBefore({ period: 'thisMonth' }, span)).toEqual({ startDate: '2026-02-01', endDate: '2026-02-10' });
    });
    it('is compared with at most the whole of a shorter month', () => {
        const span = spanOf({ period: 'thisMonth' }, '2026-03-31');
        expect(spanBefore({ period: 'thisMonth' }, span)).toEqual({ startDate: '2026-02-01', endDate: '2026-02-28' });
    });
    it('of last month is the whole month, and is compared with a whole month', () => {
        const span = spanOf({ period: 'lastMonth' }, today);
        expect(span).toEqual({ startDate: '2026-02-01', endDate: '2026-02-28' });
        expect(spanBefore({ period: 'lastMonth' }, span)).toEqual({ startDate: '2026-01-01', endDate: '2026-01-31' });
    });
    it('with its ends swapped is corrected', () => {
        expect(spanOf({ period: 'custom', from: '2026-03-05', to: '2026-03-01' }, today)).toEqual({
            startDate: '2026-03-01',
            endDate: '2026-03-05',
        });
    });
});

describe('quarters and years', () => {
    const day = '2026-11-15';

    it('start with their first month', () => {
        expect(spanOf({ period: 'last90Days' }, day)).toEqual({ startDate: '2026-08-18', endDate: day });
        expect(spanOf({ period: 'thisQuarter' }, day)).toEqual({ startDate: '2026-10-01', endDate: day });
        expect(spanOf({ period: 'lastQuarter' }, day)).toEqual({ startDate: '2026-07-01', endDate: '2026-09-30' });
        expect(spanOf({ period: 'thisYear' }, day)).toEqual({ startDate: '2026-01-01', endDate: day });
        expect(spanOf({ period: 'lastYear' }, day)).toEqual({ startDate: '2025-01-01', endDate: '2025-12-31' });
        expect(spanOf({ period: 'lastQuarter' }, '2026-02-01')).toEqual({ startDate: '2025-10-01', endDate: '2025-12-31' });
    });

    it('are compared with the same days of the previous one', () => {
        const before = (period: 'thisQuarter' | 'lastQuarter' | 'thisYear' | 'lastYear') => spanBefore({ period }, spanOf({ period }, day));
        expect(before('thisQuarter')).toEqual({ startDate: '2026-07-01', endDate: '2026-08-15' });
        expect(before('lastQuarter')).toEqual({ startDate: '2026-04-01', endDate: '2026-06-30' });
        expect(before('thisYear')).toEqual({ startDate: '2025-01-01', endDate: '2025-11-15' });
        expect(before('lastYear')).toEqual({ startDate: '2024-01-01', endDate: '2024-12-31' });
    });
});

describe('the next month', () => {
    it('begins on its first day, also in another year', () => {
        expect(nextMonth('2026-11-17')).toBe('2026-12-01');
        expect(nextMonth('2026-12-31')).toBe('2027-01-01');
    });
});

describe('today', () => {
    it('is the date in the time zone', () => {
        expect(todayIn('Pacific/Auckland', new Date('2026-11-15T21:00:00Z'))).toBe('2026-11-16');
        expect(todayIn('America/New_York', new Date('2026-11-15T03:00:00Z'))).toBe('2026-11-14');
    });
});

describe('a URL', () => {
    it('with invalid values means the default', () => {
        expect(periodSearch({ period: 'never' })).toEqual({ period: undefined });
        expect(periodSearch({ period: 'custom', from: 'x', to: '2026-01-01' })).toEqual({});
    });
});

describe('growth', () => {
    it('from 0 is unknown', () => expect(growth(5, 0)).toBeNull());
    it('from a negative value to a positive one is positive', () => expect(growth(10, -10)).toBe(2));
});
