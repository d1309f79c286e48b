import { describe, expect, it } from 'vitest';
import { gapWords, judge, judgeFeeds, usualGaps } from './feeds';

const hour = 3_600_000;
const day = 24 * hour;
const row = (type: string, metrics: Record<string, number>) => ({ groupKeys: { brand: 'North', eventType: type }, metrics });

describe('usualGaps', () => {
    it('uses the metrics that count events', () => {
        const gaps = usualGaps([
            row('registration', { registration_count: 60 }),
            row('withdrawal', { withdrawal_amount: 12.5 }),
        ]);
        expect(gaps.get('North/registration')).toBe(12 * hour);
        expect(gaps.has('North/withdrawal')).toBe(false);
    });
});

describe('judge', () => {
    it('compares a feed with its usual interval', () => {
        expect(judge(3 * hour, hour, true)).toBe('fresh');
        expect(judge(7 * hour, hour, true)).toBe('quiet');
        expect(judge(21 * hour, hour, true)).toBe('stale');
        expect(judge(7 * day, 2 * day, true)).toBe('fresh');
    });

    it('accepts a pause of two hours', () => {
        expect(judge(1.5 * hour, 60_000, true)).toBe('fresh');
        expect(judge(3 * hour, 60_000, true)).toBe('quiet');
        expect(judge(13 * hour, 60_000, true)).toBe('stale');
    });

    it('does not judge feeds that are rare, by nature or in the last 30 days', () => {
        expect(judge(40 * day, hour, false)).toBe('rare');
        expect(judge(40 * day, null, true)).toBe('rare');
        expect(judge(20 * day, 3.1 * day, true)).toBe('rare');
        expect(judge(20 * day, 3 * day, true)).toBe('quiet');
    });
});

describe('judgeFeeds', () => {
    it('finds the usual interval by the name of the brand', () => {
        const now = Date.parse('2026-11-15T12:00:00Z');
        const feed = { brandId: 'b', eventType: 'deposit' as const, lastEventTime: '2026-11-14T01:00:00Z', lastRecordedAt: '2026-11-14T01:00:00Z', count: 9, regular: true };
        const gaps = new Map([['North/deposit', hour]]);
        expect(judgeFeeds([feed], gaps, () => 'North', now)[0]?.status).toBe('stale');
        expect(judgeFeeds([{ ...feed, regular: false }], gaps, () => 'North', now)[0]?.status).toBe('rare');
    });
});

describe('gapWords', () => {
    it('has a suitable unit', () => {
        expect(gapWords(20_000)).toBe('about every minute');
        expect(gapWords(25 * 60_000)).toBe('about every 25 minutes');
        expect(gapWords(2 * hour)).toBe('about every 2 hours');
        expect(gapWords(3 * day)).toBe('about every 3 days');
    });
});
