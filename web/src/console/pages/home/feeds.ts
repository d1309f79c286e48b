import type { Schema } from '@/api/client';
import type { ReportRow } from '../../reporting/ask';
import { eventTypeNames, type EventType } from '../../reporting/names';

// Decides whether events arrive as usual. Each feed (the events of one type from one brand) is compared with its own usual
// interval instead of one limit for all.

export type Feed = Schema<'Health'>['feeds'][number];
// "rare" feeds are not judged.
export type FeedStatus = 'fresh' | 'quiet' | 'stale' | 'rare';

export interface JudgedFeed {
    brandId: string;
    brandName: string;
    type: string;
    lastAt: string;
    // The average time between two events in milliseconds, or null if it is unknown.
    usualGap: number | null;
    status: FeedStatus;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
export const habitDays = 30;
// With fewer events in 30 days, a long pause means nothing.
const eventsMin = 10;

// Metrics that count events. Every row stands for at least one event.
export const countingMetrics = ['registration_count', 'deposit_count', 'wager_count', 'chargeback_count', 'withdrawal_amount', 'ngr', 'active_player_count'] as const;
const counts = ['registration_count', 'deposit_count', 'wager_count', 'chargeback_count', 'active_player_count'] as const;

// The usual interval of each brand and event type, by "brand/type". NGR is assumed to arrive once per active player. A type
// that no metric counts has no interval.
export function usualGaps(rows: ReportRow[]): Map<string, number> {
    const gaps = new Map<string, number>();
    for (const { groupKeys, metrics } of rows) {
        const events = Math.max(...counts.map((name) => metrics[name] ?? 0));
        if (events > 0) gaps.set(`${groupKeys.brand}/${groupKeys.eventType}`, (habitDays * day) / events);
    }
    return gaps;
}

// A feed may pause for some time, for example at night, before it is quiet or stale. The server says which types are
// regular: brands send them every day.
export function judge(age: number, usualGap: number | null, regular: boolean): FeedStatus {
    if (!regular || usualGap === null || usualGap > (habitDays * day) / eventsMin) return 'rare';
    if (age > Math.max(12 * hour, 20 * usualGap)) return 'stale';
    return age > Math.max(2 * hour, 6 * usualGap) ? 'quiet' : 'fresh';
}

export function judgeFeeds(feeds: Feed[], gaps: Map<string, number>, nameOf: (brandId: string) => string, now: number): JudgedFeed[] {
    return feeds.map((feed) => {
        const brandName = nameOf(feed.brandId);
        const usualGap = gaps.get(`${brandName}/${feed.eventType}`) ?? null;
        const age = now - Date.parse(feed.lastRecordedAt);
        return { brandId: feed.brandId, brandName, type: feed.eventType, lastAt: feed.lastRecordedAt, usualGap, status: judge(age, usualGap, feed.regular) };
    });
}

// The rule in words.
export const feedRule =
    'A feed is quiet after 2 hours without events and 6 times its usual interval of the last 30 days, and stale after 12 hours and 20 times. Types that are rare by nature, such as chargebacks, and feeds with fewer than 10 events in 30 days are not judged.';

// "about every 25 minutes"
export function gapWords(gap: number): string {
    if (gap < 90_000) return 'about every minute';
    const [size, unit] = gap < 90 * minute ? [minute, 'minutes'] : gap < 36 * hour ? [hour, 'hours'] : [day, 'days'];
    const count = Math.round(gap / (size as number));
    return count === 1 ? `about every ${String(unit).slice(0, -1)}` : `about every ${count} ${unit}`;
}

export const feedName = (feed: JudgedFeed): string => eventTypeNames[feed.type as EventType] ?? feed.type;
