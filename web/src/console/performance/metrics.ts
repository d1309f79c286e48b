import type { Format } from '@/format/format';
import type { Better } from '@/ui/StatTile';
import type { Metric } from './report';

interface MetricWords {
    label: string;
    kind: 'count' | 'money' | 'ratio';
    better: Better;
    hint?: string;
}

// The metrics that pages show as tiles and charts. Reports have all metrics.
export const metricWords = {
    banner_view_count: { label: 'Impressions', kind: 'count', better: 'neither' },
    click_count: { label: 'Clicks', kind: 'count', better: 'up', hint: 'Without bots and prefetches' },
    ctr: { label: 'CTR', kind: 'ratio', better: 'up', hint: 'Clicks per impression' },
    registration_count: { label: 'Registrations', kind: 'count', better: 'up' },
    ftd_count: { label: 'First deposits', kind: 'count', better: 'up', hint: 'Players who deposited for the first time' },
    ngr: { label: 'NGR', kind: 'money', better: 'up', hint: 'Net gaming revenue' },
    total_reward: { label: 'Commission', kind: 'money', better: 'neither', hint: 'What affiliates earn, by the date of the event' },
} satisfies Partial<Record<Metric, MetricWords>>;

export type ShownMetric = keyof typeof metricWords;

export const wordsFor = (metric: ShownMetric): MetricWords => metricWords[metric];

export function writeMetric(format: Format, metric: ShownMetric, value: number, short = false): string {
    const { kind } = wordsFor(metric);
    if (kind === 'ratio') return format.percent(value, 2);
    if (kind === 'money') return short ? format.moneyShort(value) : format.money(value);
    return short ? format.numberShort(value) : format.number(value);
}

// The value of a cell of a table. A missing metric is 0. Null if the values are still loading or unknown.
export const valueIn = (values: Record<string, number> | null | undefined, metric: ShownMetric): number | null => (values ? (values[metric] ?? 0) : null);

// A cell of a table. undefined: still loading; null: unknown; a missing metric is 0.
export function writeCell(format: Format, metric: ShownMetric, values: Record<string, number> | null | undefined): string {
    if (values === undefined) return '…';
    return values === null ? '–' : writeMetric(format, metric, values[metric] ?? 0);
}
