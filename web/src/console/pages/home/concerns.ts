import type { Schema } from '@/api/client';
import type { Format } from '@/format/format';
import { feedName, type JudgedFeed } from './feeds';

export type Health = Schema<'Health'>;

// Older anomalies and duplicates are not reported.
const news = 7 * 86_400_000;
// A message that waits longer is reported.
const stuck = 3_600_000;
const recent = (at: string) => Date.now() - Date.parse(at) < news;

export interface Concern {
    key: 'silence' | 'feeds' | 'lag' | 'unpriced' | 'unpricedMoney' | 'members' | 'anomalies' | 'duplicates' | 'outbox';
    title: string;
    detail: string;
    serious: boolean;
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

// "North deposits, North wagers and 3 more"
function namesOf(feeds: JudgedFeed[]): string {
    const names = feeds.map((feed) => `${feed.brandName} ${feedName(feed).toLowerCase()}`);
    return names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ');
}

// "90 minutes", "6 hours", "3 days"
function spanWords(minutes: number): string {
    if (minutes >= 48 * 60) return counted(Math.floor(minutes / 1440), 'day');
    return minutes >= 120 ? counted(Math.floor(minutes / 60), 'hour') : counted(Math.floor(minutes), 'minute');
}

// The brands that the server reports as silent, also by webhook and mail.
function silenceConcerns({ afterMinutes, items }: Health['silentBrands'], nameOf: (brandId: string) => string, now: number): Concern[] {
    if (items.length === 0) return [];
    const silent = items.map(({ brandId, lastRecordedAt }) => `${nameOf(brandId)} (for ${spanWords((now - Date.parse(lastRecordedAt)) / 60_000)})`);
    const title = items.length === 1 ? `${nameOf(items[0]?.brandId ?? '')} sends no events` : `${items.length} brands send no events`;
    return [{ key: 'silence', title, detail: `${silent.join(', ')}. Check that events are still sent: a brand is reported after ${spanWords(afterMinutes)} without any.`, serious: true }];
}

// Feeds of silent brands have a concern of their own.
function feedConcerns(feeds: JudgedFeed[]): Concern[] {
    const stale = feeds.filter((feed) => feed.status === 'stale');
    const quiet = feeds.filter((feed) => feed.status === 'quiet');
    if (stale.length + quiet.length === 0) return [];
    const title = stale.length > 0 ? `${counted(stale.length, 'feed is', 'feeds are')} stale` : `${counted(quiet.length, 'feed is', 'feeds are')} quiet`;
    return [{ key: 'feeds', title, detail: `${namesOf(stale.length > 0 ? stale : quiet)}: events arrive less often than usual. Check that the brand still sends them.`, serious: stale.length > 0 }];
}

export function concernsOf(health: Health, feeds: JudgedFeed[], format: Pick<Format, 'money'>, nameOf: (brandId: string) => string, now = Date.now()): Concern[] {
    const { silentBrands, projectorLag, unpriced, unpricedMoney, similarMembers, anomalies, differingDuplicates, outbox } = health;
    const isSilent = ({ brandId }: JudgedFeed) => silentBrands.items.some((silent) => silent.brandId === brandId);
    const concerns = [...silenceConcerns(silentBrands, nameOf, now), ...feedConcerns(feeds.filter((feed) => !isSilent(feed)))];
    if (projectorLag.seconds > 10) {
        concerns.push({
            key: 'lag',
            title: `Reports are ${counted(projectorLag.seconds, 'second')} behind`,
            detail: `${counted(projectorLag.blocks, 'commit is', 'commits are')} not yet in reports. Nothing is lost. Reports catch up automatically.`,
            serious: projectorLag.seconds > 300,
        });
    }
    if (unpriced.count > 0) {
        const pairs = unpriced.items.map(({ from, to }) => `${from} → ${to}`).join(', ');
        concerns.push({ key: 'unpriced', title: `${counted(unpriced.count, 'accrual')} unpriced`, detail: `Missing exchange rates: ${pairs}. The amounts are computed when you add them.`, serious: true });
    }
    if (outbox.paused.length > 0) {
        const what = counted(outbox.paused.length, 'receiver is', 'receivers are');
        concerns.push({ key: 'outbox', title: `${what} paused`, detail: 'A postback, a webhook or the URL of a report does not work, so its messages wait. Open Postbacks, Settings → Webhooks or the saved report to see why.', serious: true });
    } else if (outbox.failed > 0) {
        concerns.push({ key: 'outbox', title: `${counted(outbox.failed, 'message')} given up`, detail: 'Receivers did not accept these messages for three days. Open Deliveries to send them again.', serious: true });
    } else if (outbox.oldestWaitingAt && Date.now() - Date.parse(outbox.oldestWaitingAt) > stuck) {
        concerns.push({ key: 'outbox', title: `${counted(outbox.waiting, 'message')} waiting`, detail: 'A receiver has not accepted a message for more than an hour. Open Deliveries to see its answers.', serious: false });
    }
    const missing = unpricedMoney?.items ?? [];
    if (missing.length > 0) {
        const sums = missing.map(({ currency, amount }) => format.money(amount, currency)).join(', ');
        concerns.push({ key: 'unpricedMoney', title: 'Reports lack exchange rates', detail: `Reports of the last 30 days count ${sums} as 0. Add the exchange rates into the base currency.`, serious: true });
    }
    const misspelled = similarMembers.items.filter(({ lastSeenAt }) => recent(lastSeenAt));
    if (misspelled.length > 0) {
        const names = misspelled.map(({ sent, meant }) => `${sent} instead of ${meant}`).join(', ');
        concerns.push({ key: 'members', title: `${counted(misspelled.length, 'event member')} without effect`, detail: `Your backend sends ${names}. Correct the name, or the value is not used.`, serious: true });
    }
    const fresh = anomalies.items.filter(({ recordedAt }) => recent(recordedAt)).length;
    if (fresh > 0) {
        concerns.push({ key: 'anomalies', title: `${counted(fresh, 'anomaly', 'anomalies')} this week`, detail: 'A player has a second registration or first deposit, or its registration names an unknown click.', serious: false });
    }
    const differing = differingDuplicates.items.filter(({ lastSeenAt }) => recent(lastSeenAt)).length;
    if (differing > 0) {
        concerns.push({ key: 'duplicates', title: `${counted(differing, 'duplicate')} with different data this week`, detail: 'An idempotency key was sent again with different data. Only the first event counts.', serious: false });
    }
    return concerns;
}

// The exchange rate that a concern waits for: the pair, and the day from which it is needed. Reports of 30 days need the
// rates into the base currency.
export function missingRate(concern: Concern, health: Health, baseCurrency: string, today = new Date()): { from: string; to: string; add: string } | null {
    const waiting = health.unpriced.items[0];
    if (concern.key === 'unpriced' && waiting) return { from: waiting.from, to: waiting.to, add: waiting.oldestEventTime.slice(0, 10) };
    const unconverted = health.unpricedMoney?.items[0];
    const known = health.unpriced.items.some(({ from, to }) => from === unconverted?.currency && to === baseCurrency);
    // If accruals wait for the same rate, the concern about them already has the button.
    if (concern.key !== 'unpricedMoney' || !unconverted || known) return null;
    return { from: unconverted.currency, to: baseCurrency, add: new Date(today.getTime() - 30 * 86_400_000).toISOString().slice(0, 10) };
}
