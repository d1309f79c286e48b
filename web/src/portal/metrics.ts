import { useFormat } from '@/format/useFormat';
import type { Format } from '@/format/format';
import { wordsOf } from '@/ui/StatusBadge';

// The names of metrics and group keys in the portal, and how their values are written. The API lists the existing ones. One
// without a name here is shown by its own name.

const metricNames: Record<string, string> = {
    banner_view_count: 'Impressions',
    click_count: 'Clicks',
    unique_click_count: 'Unique clicks',
    ctr: 'CTR',
    registration_count: 'Registrations',
    ftd_count: 'First deposits',
    ftd_amount: 'First deposit amount',
    qualified_count: 'Qualified players',
    deposit_count: 'Deposits',
    deposit_amount: 'Deposit amount',
    withdrawal_amount: 'Withdrawal amount',
    wager_count: 'Wagers',
    wager_amount: 'Wager amount',
    chargeback_count: 'Chargebacks',
    chargeback_amount: 'Chargeback amount',
    ngr: 'NGR',
    cpa_reward: 'CPA commission',
    revshare_reward: 'RevShare commission',
    cpl_reward: 'CPL commission',
    fixed_fee_reward: 'Fixed monthly fees',
    turnover_reward: 'Turnover commission',
    sub_affiliate_reward: 'Sub-affiliate share',
    total_reward: 'Commission',
    click_to_registration: 'Click → registration',
    registration_to_ftd: 'Registration → first deposit',
    click_to_ftd: 'Click → first deposit',
    epc: 'Commission per click',
    ecpa: 'Commission per first deposit',
    player_value: 'NGR per first deposit',
    active_player_count: 'Active players',
};

const groupNames: Record<string, string> = {
    date: 'Day',
    hour: 'Hour',
    week: 'Week',
    month: 'Month',
    source: 'Marketing source',
    geoTarget: 'Target country',
    os: 'Operating system',
    sub1: 'SubID 1',
    sub2: 'SubID 2',
    sub3: 'SubID 3',
    sub4: 'SubID 4',
    sub5: 'SubID 5',
    eventType: 'Event type',
};

export const metricName = (name: string): string => metricNames[name] ?? wordsOf(name);
export const groupName = (name: string): string => groupNames[name] ?? wordsOf(name);

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
        if (value === '') return '(none)';
        if (key === 'date') return format.plainDate(value);
        if (key === 'month' || key === 'period') return format.plainPeriod(value);
        if (key === 'hour') return value.replace('T', ' ').replace(/[+-]\d\d:\d\d$/, ':00');
        if (key === 'device') return wordsOf(value);
        if (key === 'eventType') return wordsOf(value);
        return value;
    };
}
