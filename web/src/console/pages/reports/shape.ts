import type { Schema } from '@/api/client';
import { addDays, periodSearch, type DateSpan, type PeriodName, type PeriodSearch } from '@/format/period';
import type { ReportQuestion } from '../../reporting/ask';
import { groupNames, metricNames, isTime, type GroupKey, type Metric } from '../../reporting/names';

// Converts a report between the search part of the URL, a query and a saved report.

export interface ReportSearch extends PeriodSearch {
    groups?: string[];
    metrics?: string[];
    sort?: string;
    limit?: string;
    chart?: string;
    preset?: string;
    filters?: Record<string, string[]>;
    compare?: 'previous' | 'year';
}

export interface Shape {
    groups: GroupKey[];
    metrics: Metric[];
    filters: Record<string, string[]>;
    sort: string | undefined;
    limit: number;
    compare: 'previous' | 'year' | undefined;
}

export const rowLimits = [25, 100, 500, 2000];
const defaultGroups: GroupKey[] = ['affiliate'];
const defaultMetrics: Metric[] = ['click_count', 'registration_count', 'ftd_count', 'ngr', 'total_reward'];

// The default report lists affiliates, the best first.
export function shapeOf(search: ReportSearch): Shape {
    const groups = (search.groups?.filter((name) => name in groupNames) as GroupKey[] | undefined) ?? defaultGroups;
    const known = search.metrics?.filter((name) => name in metricNames) as Metric[] | undefined;
    const metrics = known && known.length > 0 ? known : defaultMetrics;
    // The API cannot compare hours and weeks.
    const compare = groups.some((name) => name === 'hour' || name === 'week') || Object.keys(search.filters ?? {}).some(isTime) ? undefined : search.compare;
    const columns: string[] = [...groups, ...metrics, ...(compare ? metrics.map((name) => `difference:${name}`) : [])];
    const asked = search.sort && columns.includes(search.sort.replace(/^-/, '')) ? search.sort : undefined;
    // Time is in ascending order. Other groups are sorted by the most important metric.
    const telling = metrics.includes('ngr') ? 'ngr' : metrics[0];
    const sort = asked ?? (isTime(groups[0]) ? groups[0] : `-${telling}`);
    const limit = Number(search.limit);
    return { groups, metrics, filters: search.filters ?? {}, sort, limit: rowLimits.includes(limit) ? limit : 100, compare };
}

// `before` is the previous period.
export function questionOf(shape: Shape, span: DateSpan, before: DateSpan): ReportQuestion {
    return {
        groupKeys: shape.groups,
        metrics: shape.metrics,
        filters: shape.filters,
        startDate: span.startDate,
        endDate: span.endDate,
        ...(shape.compare === 'year' && { compareTo: 'samePeriodLastYear' as const }),
        ...(shape.compare === 'previous' && { compareStartDate: before.startDate, compareEndDate: before.endDate }),
        sort: shape.groups.length > 0 ? shape.sort : undefined,
        limit: shape.limit,
    };
}

type Preset = Schema<'ReportPreset'>;

// A named period is saved by name, a custom one by its dates.
export function presetBody(shape: Shape, search: ReportSearch, span: DateSpan) {
    const custom = search.period === 'custom';
    return {
        groupKeys: shape.groups,
        metrics: shape.metrics,
        filters: shape.filters,
        ...(custom ? { startDate: span.startDate, endDate: span.endDate, period: null } : { period: (search.period ?? 'last30Days') as Exclude<PeriodName, 'custom'>, startDate: null, endDate: null }),
    };
}

export function searchOfPreset(preset: Preset): ReportSearch {
    const days = preset.startDate && preset.endDate ? { period: 'custom', from: preset.startDate, to: preset.endDate } : { period: preset.period ?? undefined };
    const filters = preset.filters as Record<string, string[]> | undefined;
    return {
        groups: preset.groupKeys,
        metrics: preset.metrics,
        filters: filters && Object.keys(filters).length > 0 ? filters : undefined,
        preset: preset.id,
        ...periodSearch(days),
    };
}

export interface QuickStart {
    label: string;
    description: string;
    // Columns only. The filters and the period stay as they are.
    search: Pick<ReportSearch, 'groups' | 'metrics' | 'sort'>;
    // The period is the year up to today if none is chosen.
    year?: boolean;
}

// The search of a quick start. It changes the columns of the report that is shown.
export function quickStartSearch(start: QuickStart, shown: ReportSearch, today: string): ReportSearch {
    const { period, from, to, filters, compare } = shown;
    const year = start.year && !period ? { period: 'custom' as const, from: addDays(today, -364), to: today } : { period, from, to };
    return { ...start.search, filters, compare, ...year };
}

export const quickStarts: QuickStart[] = [
    { label: 'Affiliates', description: 'Results of each affiliate', search: { groups: ['affiliate'], metrics: ['click_count', 'registration_count', 'ftd_count', 'ngr', 'total_reward', 'profit'] } },
    { label: 'Daily performance', description: 'Day by day', search: { groups: ['date'], metrics: ['click_count', 'registration_count', 'ftd_count', 'deposit_amount', 'ngr', 'total_reward'], sort: '-date' } },
    { label: 'Countries', description: 'Where players come from', search: { groups: ['country'], metrics: ['click_count', 'click_to_registration', 'registration_to_ftd', 'ngr', 'player_value'] } },
    { label: 'Links and campaigns', description: 'Results of each link', search: { groups: ['affiliate', 'link'], metrics: ['click_count', 'registration_count', 'ftd_count', 'epc', 'ngr'] } },
    { label: 'Months', description: 'Month by month', search: { groups: ['month'], metrics: ['registration_count', 'ftd_count', 'ngr', 'total_reward', 'profit'], sort: 'month' }, year: true },
    { label: 'Products and games', description: 'What players play', search: { groups: ['product', 'game'], metrics: ['active_player_count', 'wager_amount', 'ngr'] } },
    { label: 'Commission by component', description: 'By affiliate and deal', search: { groups: ['affiliate', 'deal'], metrics: ['qualified_count', 'cpa_reward', 'revshare_reward', 'cpl_reward', 'turnover_reward', 'fixed_fee_reward', 'sub_affiliate_reward', 'total_reward'], sort: '-total_reward' } },
];
