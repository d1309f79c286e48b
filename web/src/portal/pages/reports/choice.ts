import type { DateSpan } from '@/format/period';
import type { Dimensions, GroupKeyName, MetricName, ReportQuery } from '../../api';

// The groups, metrics and filters of a report from the URL. Unknown names are ignored.

export const timeGroups: string[] = ['date', 'hour', 'week', 'month'];

const usualMetrics = ['click_count', 'registration_count', 'ftd_count', 'ngr', 'total_reward'];

export interface Choice {
    groups: GroupKeyName[];
    metrics: MetricName[];
    sort: string | undefined;
    show: MetricName;
    where: Record<string, string>;
}

interface Wanted {
    groups?: string[];
    metrics?: string[];
    sort?: string;
    show?: string;
    where?: Record<string, string>;
}

export function choiceOf(wanted: Wanted, known: Dimensions): Choice {
    const hasGroup = (name: string): name is GroupKeyName => known.groupKeys.some((one) => one.name === name);
    const hasMetric = (name: string): name is MetricName => known.metrics.some((one) => one.name === name);
    const groups = (wanted.groups ?? ['date']).filter(hasGroup).slice(0, 4);
    const chosen = (wanted.metrics ?? usualMetrics).filter(hasMetric);
    const metrics = chosen.length > 0 ? chosen : usualMetrics.filter(hasMetric);
    const columns: string[] = [...groups, ...metrics];
    const sort = wanted.sort && columns.includes(wanted.sort.replace(/^-/, '')) ? wanted.sort : usualSort(groups, metrics);
    const earns = metrics.find((name) => name === 'total_reward');
    const show = metrics.find((name) => name === wanted.show) ?? earns ?? metrics[0] ?? 'click_count';
    const where = Object.fromEntries(Object.entries(wanted.where ?? {}).filter(([key]) => hasGroup(key)));
    return { groups, metrics, sort, show, where };
}

// Time is in ascending order. Other groups are sorted by commission, the highest first.
function usualSort(groups: string[], metrics: string[]): string | undefined {
    const first = groups[0];
    if (!first || timeGroups.includes(first)) return undefined;
    return metrics.includes('total_reward') ? '-total_reward' : metrics[0] && `-${metrics[0]}`;
}

export function queryOf(choice: Choice, span: DateSpan, limit?: number): ReportQuery {
    const filters = Object.fromEntries(Object.entries(choice.where).map(([key, value]) => [key, [value]]));
    return {
        groupKeys: choice.groups,
        metrics: choice.metrics,
        ...(Object.keys(filters).length > 0 ? { filters } : {}),
        ...(choice.sort ? { sort: choice.sort } : {}),
        ...(limit ? { limit } : {}),
        ...span,
    };
}

// What the days and the amounts of a report mean. Rows by currency are in their own currency, but the total is not.
export function reportNote(groups: string[], baseCurrency: string): string {
    const days = 'A click counts on the day of the click. Commission counts on the day of the event that earned it.';
    return `${days} ${groups.includes('currency') ? `Each row is in its own currency, and the total is in ${baseCurrency}.` : `Amounts are in ${baseCurrency}.`}`;
}
