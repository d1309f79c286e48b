import type { Schema } from '@/api/client';
import type { ReportRow } from '../../reporting/ask';
import { eventTypeNames, type EventType } from '../../reporting/names';

// Whether events come as they usually do: a feed is judged by its own habits, not by one limit for all.

export type Feed = Schema<'Health'>['feeds'][number];
export type FeedStatus = 'fresh' | 'quiet' | 'stale';

export interface JudgedFeed {
    brandId: string;
    brandName: string;
    type: string;
    lastAt: string;
    // Milliseconds between two events on average; null where a month had none.
    usualGap: number | null;
    status: FeedStatus;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
export const habitDays = 30;

// Metrics that count events of one type or another; every row stands for one event at least.
export const countingMetrics = ['registration_count', 'deposit_count', 'wager_count', 'chargeback_count', 'withdrawal_amount', 'ngr', 'active_player_count'] as const;
const counts = ['registration_count', 'deposit_count', 'wager_count', 'chargeback_count', 'active_player_count'] as const;

// The usual gap of each brand and event type, by "brand/type". What no metric counts is taken to come once for each player.
export function usualGaps(rows: ReportRow[]): Map<string, number> {
    return new Map(
        rows.map(({ groupKeys, metrics }) => {
            const events = Math.max(1, ...counts.map((name) => metrics[name] ?? 0));
            return [`${groupKeys.brand}/${groupKeys.eventType}`, (habitDays * day) / events];
        }),
    );
}

// A feed may rest for a while, at night for instance, before it is worth a word.
export function judge(age: number, usualGap: number | null): FeedStatus {
    if (usualGap === null) return age > habitDays * day ? 'quiet' : 'fresh';
    if (age > Math.max(12 * hour, 20 * usualGap)) return 'stale';
    return age > Math.max(2 * hour, 6 * usualGap) ? 'quiet' : 'fresh';
}

export function judgeFeeds(feeds: Feed[], gaps: Map<string, number>, nameOf: (brandId: string) => string, now: number): JudgedFeed[] {
    return feeds.map((feed) => {
        const brandName = nameOf(feed.brandId);
        const usualGap = gaps.get(`${brandName}/${feed.eventType}`) ?? null;
        const age = now - Date.parse(feed.lastRecordedAt);
        return { brandId: feed.brandId, brandName, type: feed.eventType, lastAt: feed.lastRecordedAt, usualGap, status: judge(age, usualGap) };
    });
}

// "about every 25 minutes"
export function gapWords(gap: number | null): string {
    if (gap === null) return 'none in the last 30 days';
    if (gap < 90_000) return 'every minute or so';
    const [size, unit] = gap < 90 * minute ? [minute, 'minutes'] : gap < 36 * hour ? [hour, 'hours'] : [day, 'days'];
    const count = Math.round(gap / (size as number));
    return count === 1 ? `about every ${String(unit).slice(0, -1)}` : `about every ${count} ${unit}`;
}

export const feedName = (feed: JudgedFeed): string => eventTypeNames[feed.type as EventType] ?? feed.type;
