import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queries } from '@/api/queries';
import type { Format } from '@/format/format';
import { countryName } from '@/format/country';
import { emptyGroup } from '@/format/names';
import { useFormat } from '@/format/useFormat';
import { wordsOf } from '@/ui/StatusBadge';
import { eventTypeNames, metricNames, type EventType, type GroupKey, type Metric } from './names';

const money = new Set<Metric>([
    'ftd_amount', 'deposit_amount', 'withdrawal_amount', 'wager_amount', 'chargeback_amount', 'ngr', 'cpa_reward', 'revshare_reward',
    'cpl_reward', 'fixed_fee_reward', 'turnover_reward', 'sub_affiliate_reward', 'total_reward', 'epc', 'ecpa', 'player_value', 'profit',
]);
const ratios = new Set<Metric>(['ctr', 'click_to_registration', 'registration_to_ftd', 'click_to_ftd']);

export const isMoney = (metric: Metric): boolean => money.has(metric);

// Writes the value of a metric. `currency` is set if rows have their own currency.
export function writeMetric(format: Format, metric: Metric, value: number | null | undefined, currency?: string): string {
    if (money.has(metric)) return format.money(value, currency || undefined);
    return ratios.has(metric) ? format.percent(value, 2) : format.number(value);
}

export function writeMetricShort(format: Format, metric: Metric, value: number, currency?: string): string {
    if (money.has(metric)) return metric === 'epc' ? format.money(value, currency || undefined) : format.moneyShort(value, currency || undefined);
    return ratios.has(metric) ? format.percent(value, 1) : format.numberShort(value);
}

// "2026-03-10T14+01:00" becomes "10 Mar, 14:00". The hour is already in the operator's time zone.
const writeHour = (format: Format, hour: string) => `${format.plainDate(hour.slice(0, 10), 'short')}, ${hour.slice(11, 13)}:00`;

// "2026-W11" becomes "Week 11, 2026".
const writeWeek = (week: string) => `Week ${Number(week.slice(6))}, ${week.slice(0, 4)}`;

// Writes the value of a group.
export function writeGroup(format: Format, key: GroupKey, value: string): string {
    if (value === '') return emptyGroup(key);
    if (key === 'date') return format.plainDate(value);
    if (key === 'hour') return writeHour(format, value);
    if (key === 'week') return writeWeek(value);
    if (key === 'month' || key === 'period') return format.plainPeriod(value);
    if (key === 'country' || key === 'geoTarget') return countryName(value);
    if (key === 'eventType') return eventTypeNames[value as EventType] ?? value;
    if (key === 'device' || key === 'product') return wordsOf(value);
    return value;
}

// The API's metrics and groups by name.
export function useDimensions() {
    const { data, error, isPending } = useQuery(queries.dimensions);
    return useMemo(() => {
        const metrics = new Map((data?.metrics ?? []).map((one) => [one.name as Metric, one]));
        const groups = new Map((data?.groupKeys ?? []).map((one) => [one.name as GroupKey, one]));
        return { metrics, groups, error, isPending };
    }, [data, error, isPending]);
}

// "click_count / banner_view_count" becomes "Clicks ÷ Impressions".
export function formulaWords(formula: string): string {
    return formula
        .replaceAll(/\b[a-z]+(?:_[a-z]+)+\b|\bngr\b/g, (name) => metricNames[name as Metric] ?? name.replaceAll('_', ' '))
        .replaceAll(' / ', ' ÷ ')
        .replaceAll(' - ', ' − ');
}

export function useMetricWriter() {
    const format = useFormat();
    return (metric: Metric, value: number | null | undefined, currency?: string) => writeMetric(format, metric, value, currency);
}
