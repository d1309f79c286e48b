import type { Schema } from '@/api/client';
import { componentNames, groupNames, metricNames } from '@/format/names';

// The names of event types and reasons in the console, and how its pickers group and order everything that has a name.

export { componentNames, groupNames, metricNames };

export type GroupKey = Schema<'GroupKeyName'>;
export type Metric = Schema<'MetricName'>;
export type EventType = Schema<'EventType'>;
export type Component = Schema<'Component'>;

// The sections in pickers.
export const metricFamilies: { label: string; names: Metric[] }[] = [
    { label: 'Traffic', names: ['banner_view_count', 'click_count', 'unique_click_count'] },
    { label: 'Players', names: ['registration_count', 'ftd_count', 'qualified_count', 'active_player_count'] },
    {
        label: 'Player money',
        names: ['ngr', 'deposit_count', 'deposit_amount', 'ftd_amount', 'withdrawal_amount', 'wager_count', 'wager_amount', 'chargeback_count', 'chargeback_amount'],
    },
    { label: 'Commission', names: ['total_reward', 'cpa_reward', 'revshare_reward', 'cpl_reward', 'fixed_fee_reward', 'turnover_reward', 'sub_affiliate_reward', 'profit'] },
    { label: 'Ratios', names: ['ctr', 'click_to_registration', 'registration_to_ftd', 'click_to_ftd', 'epc', 'ecpa', 'player_value'] },
];

export const groupFamilies: { label: string; names: GroupKey[] }[] = [
    { label: 'Time', names: ['date', 'hour', 'week', 'month'] },
    { label: 'Programme', names: ['affiliate', 'brand', 'campaign', 'creative', 'link', 'source', 'deal', 'period'] },
    { label: 'Visitor', names: ['country', 'geoTarget', 'device', 'os', 'browser'] },
    { label: 'SubIDs', names: ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] },
    { label: 'Activity', names: ['player', 'product', 'game', 'currency', 'eventType'] },
];

export const timeKeys: GroupKey[] = ['date', 'hour', 'week', 'month'];
export const isTime = (key: string | undefined): boolean => timeKeys.includes(key as GroupKey);

export const eventTypeNames: Record<EventType, string> = {
    registration: 'Registration',
    first_deposit: 'First deposit',
    deposit: 'Deposit',
    ngr_update: 'NGR update',
    chargeback: 'Chargeback',
    withdrawal: 'Withdrawal',
    bonus: 'Bonus',
    wager_placed: 'Wager placed',
    wager_settled: 'Wager settled',
    kyc_verified: 'KYC verified',
    self_exclusion: 'Self-exclusion',
    player_blocked: 'Player blocked',
};

export const eventTypeOptions = Object.entries(eventTypeNames).map(([value, label]) => ({ value, label }));

export const componentOptions = Object.entries(componentNames).map(([value, label]) => ({ value, label }));

export type Reason = Schema<'Accrual'>['reason'];

export const reasonNames: Record<Reason, string> = {
    earned: 'Earned',
    capped: 'Above the cap',
    reRated: 'Re-rated',
    clawback: 'Clawback',
    reassigned: 'Reassigned',
    excluded: 'Excluded',
    reversed: 'Reversed',
    opened: 'Carried base',
    followed: 'Follows a sub-affiliate',
};

// The direction in which a metric improves.
export function betterOf(metric: Metric): 'up' | 'down' | 'neither' {
    if (metric.startsWith('chargeback') || metric === 'ecpa') return 'down';
    return metric === 'total_reward' || metric === 'withdrawal_amount' || metric.endsWith('_reward') ? 'neither' : 'up';
}
