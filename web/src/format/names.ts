import type { Schema } from '@/api/client';
import { inSentence } from './inSentence';

// The names that the console and the portal share (docs/glossary.md).

export const metricNames: Record<Schema<'MetricName'>, string> = {
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
    epc: 'EPC',
    ecpa: 'eCPA',
    player_value: 'Player value',
    profit: 'Profit',
    active_player_count: 'Active players',
};

export const groupNames: Record<Schema<'GroupKeyName'>, string> = {
    date: 'Day',
    hour: 'Hour',
    week: 'Week',
    month: 'Month',
    brand: 'Brand',
    affiliate: 'Affiliate',
    campaign: 'Campaign',
    creative: 'Creative',
    link: 'Link',
    source: 'Marketing source',
    country: 'Country',
    geoTarget: 'Target country',
    device: 'Device',
    os: 'Operating system',
    browser: 'Browser',
    sub1: 'SubID 1',
    sub2: 'SubID 2',
    sub3: 'SubID 3',
    sub4: 'SubID 4',
    sub5: 'SubID 5',
    player: 'Player',
    product: 'Product',
    game: 'Game',
    deal: 'Deal',
    period: 'Statement period',
    currency: 'Currency',
    eventType: 'Event type',
};

// What is shown for an empty value of a group: "(no campaign)". With several groups, one sees which of them is empty.
export function emptyGroup(key: string): string {
    const name = groupNames[key as Schema<'GroupKeyName'>];
    if (!name) return '(none)';
    return `(no ${inSentence(name)})`;
}

export const componentNames: Record<Schema<'Component'>, string> = {
    cpa: 'CPA',
    revShare: 'RevShare',
    cpl: 'CPL',
    fixedMonthly: 'Fixed monthly fee',
    subAffiliate: 'Sub-affiliate share',
    turnover: 'Turnover',
};

// The components of statement lines.
export const lineNames: Record<Schema<'StatementLine'>['component'], string> = {
    ...componentNames,
    carryOver: 'Carry-over',
    waiver: 'Waiver',
    balance: 'Balance',
    adjustment: 'Adjustment',
    ringFence: 'Ring-fenced player',
};
