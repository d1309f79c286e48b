import type { Schema } from '@/api/client';

export type EventType = Schema<'EventType'>;

export const eventLabels: Record<EventType, string> = {
    registration: 'Registration',
    first_deposit: 'First deposit',
    deposit: 'Deposit',
    wager_placed: 'Wager placed',
    wager_settled: 'Wager settled',
    ngr_update: 'Net gaming revenue',
    chargeback: 'Chargeback',
    withdrawal: 'Withdrawal',
    bonus: 'Bonus',
    kyc_verified: 'Identity verified',
    self_exclusion: 'Self-exclusion',
    player_blocked: 'Blocked',
};

export const reasonLabels: Record<Schema<'Accrual'>['reason'], string | null> = {
    earned: null,
    capped: 'above the monthly cap',
    reRated: 're-rated',
    clawback: 'taken back',
    reassigned: 'reassigned',
    excluded: 'taken back after an exclusion',
    reversed: 'reversed',
    opened: 'carried from an earlier month',
    followed: 'follows a sub-affiliate',
};

export const methodLabels: Record<Schema<'AttributionMethod'>, string> = {
    direct: 'Direct',
    lastClick: 'Last click',
    organic: 'Organic',
    manual: 'Manual',
};
