import type { Format } from '@/format/format';
import { emptyGroup, groupNames, metricNames } from '@/format/names';
import { useFormat } from '@/format/useFormat';
import { wordsOf } from '@/ui/StatusBadge';

// The names of metrics and group keys in the portal, and how their values are written. The API lists the existing ones. One
// without a name here is shown by its own name.

// Affiliates do not know the usual short names of these ratios.
const plainNames: Record<string, string> = {
    epc: 'Commission per click',
    ecpa: 'Commission per first deposit',
    player_value: 'NGR per first deposit',
};
const namesOfMetrics: Record<string, string> = { ...metricNames, ...plainNames };
const namesOfGroups: Record<string, string> = groupNames;

export const metricName = (name: string): string => namesOfMetrics[name] ?? wordsOf(name);
export const groupName = (name: string): string => namesOfGroups[name] ?? wordsOf(name);

export type MetricType = 'count' | 'money' | 'ratio';

export interface MetricWriter {
    (value: number | null | undefined): string;
    short: (value: number) => string;
}

export function writerOf(type: MetricType, format: Format, currency?: string): MetricWriter {
    const writers = {
        count: { full: (value: number | null | undefined) => format.number(value), short: (value: number) => format.numberShort(value) },
        money: { full: (value: number | null | undefined) => format.money(value, currency), short: (value: number) => format.moneyShort(value, currency) },
        ratio: { full: (value: number | null | undefined) => format.percent(value, 2), short: (value: number) => format.percent(value, 0) },
    }[type];
    return Object.assign((value: number | null | undefined) => writers.full(value), { short: writers.short });
}

// Writes the value of a group.
export function useGroupText() {
    const format = useFormat();
    return (key: string, value: string): string => {
        if (value === '') return emptyGroup(key);
        if (key === 'date') return format.plainDate(value);
        if (key === 'month' || key === 'period') return format.plainPeriod(value);
        if (key === 'hour') return value.replace('T', ' ').replace(/[+-]\d\d:\d\d$/, ':00');
        if (key === 'device') return wordsOf(value);
        if (key === 'eventType') return wordsOf(value);
        return value;
    };
}
