import { expect, test } from 'vitest';
import { createFormat } from '@/format/format';
import type { JudgedFeed } from './feeds';
import { concernsOf, type Health } from './concerns';

const format = createFormat({ timeZone: 'Europe/Malta', baseCurrency: 'EUR', locale: 'en-GB' });
const healthy: Health = {
    feeds: [],
    silentBrands: { afterMinutes: 360, items: [] },
    differingDuplicates: { count: 0, items: [] },
    anomalies: { count: 0, items: [] },
    unpriced: { count: 0, items: [] },
    unpricedMoney: { items: [] },
    attribution: { items: [] },
    similarMembers: { items: [] },
    tracking: {} as Health['tracking'],
    projectorLag: { seconds: 0, blocks: 0 } as Health['projectorLag'],
    outbox: { waiting: 0, failed: 0, oldestWaitingAt: null, paused: [] } as unknown as Health['outbox'],
    mail: {} as Health['mail'],
};
const nameOf = (brandId: string) => (brandId === 'b' ? 'North' : 'South');
const feed = (type: string, status: JudgedFeed['status']): JudgedFeed => ({ brandId: 'b', brandName: 'North', type, lastAt: '2026-11-14T01:00:00Z', usualGap: 60_000, status });

test('money without an exchange rate is written like all money', () => {
    const health = { ...healthy, unpricedMoney: { items: [{ currency: 'NOK', count: 3, amount: '1234567.5' }] } } as Health;
    expect(concernsOf(health, [], format, nameOf)[0]?.detail).toContain('NOK\u00a01,234,567.50');
});

test('a brand is silent if the server says so, and its feeds are not named again', () => {
    const now = Date.parse('2026-11-14T08:30:00Z');
    const silent = (...brandIds: string[]): Health => ({ ...healthy, silentBrands: { afterMinutes: 360, items: brandIds.map((brandId) => ({ brandId, lastRecordedAt: '2026-11-14T01:00:00Z' })) } });
    // Its feed is still fresh, compared with the usual interval of the feed.
    const [one, ...others] = concernsOf(silent('b'), [feed('deposit', 'fresh')], format, nameOf, now);
    expect(one).toEqual({ key: 'silence', title: 'North sends no events', detail: 'North (for 7 hours). Check that events are still sent: a brand is reported after 6 hours without any.', serious: true });
    expect(others).toEqual([]);
    expect(concernsOf(silent('b', 'c'), [feed('deposit', 'stale')], format, nameOf, now).map(({ title }) => title)).toEqual(['2 brands send no events']);
});

test('feeds that arrive or are rare are no concern, the others are named', () => {
    expect(concernsOf(healthy, [feed('deposit', 'fresh'), feed('chargeback', 'rare')], format, nameOf)).toEqual([]);
    const [concern] = concernsOf(healthy, [feed('deposit', 'quiet'), feed('chargeback', 'rare')], format, nameOf);
    expect(concern?.title).toBe('1 feed is quiet');
    expect(concern?.detail).toMatch(/^North deposits?: events arrive less often/);
    const types = ['registration', 'deposit', 'wager_placed', 'wager_settled'];
    expect(concernsOf(healthy, types.map((type) => feed(type, 'stale')), format, nameOf)[0]?.detail).toContain(' and 2 more: ');
});

test('messages are a concern if a receiver is paused, a message was given up, or one waits for more than an hour', () => {
    const titleOf = (outbox: object) => concernsOf({ ...healthy, outbox: { ...healthy.outbox, ...outbox } } as Health, [], format, nameOf)[0]?.title;
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    expect(titleOf({ waiting: 5, oldestWaitingAt: hoursAgo(0.5) })).toBeUndefined();
    expect(titleOf({ waiting: 5, oldestWaitingAt: hoursAgo(2) })).toBe('5 messages waiting');
    expect(titleOf({ failed: 1 })).toBe('1 message given up');
    expect(titleOf({ failed: 1, paused: [{ destinationId: 'd', kind: 'webhook' }] })).toBe('1 receiver is paused');
});
