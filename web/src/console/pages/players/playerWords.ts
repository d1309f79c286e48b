import type { Schema } from '@/api/client';
import type { Format } from '@/format/format';

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

export const componentLabels: Record<Schema<'Component'>, string> = {
    cpa: 'CPA',
    revShare: 'Revenue share',
    cpl: 'CPL',
    fixedMonthly: 'Fixed fee',
    subAffiliate: 'Sub-affiliate share',
};

export const reasonLabels: Record<Schema<'Accrual'>['reason'], string | null> = {
    earned: null,
    capped: 'beyond the monthly cap',
    reRated: 're-rated',
    clawback: 'taken back',
    reassigned: 'reassigned',
};

export const methodLabels: Record<Schema<'AttributionMethod'>, string> = {
    direct: 'Named click',
    lastClick: 'Last click',
    organic: 'Organic',
    manual: 'By hand',
};

// The API's sentences hold times, months and amounts as machines write them.
export function readable(sentence: string, format: Format): string {
    return sentence
        .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, (at) => format.dateTime(at))
        .replace(/\b\d{4}-\d{2}\b(?!-)/g, (month) => format.plainMonth(month))
        .replace(/(-?\d+(?:\.\d+)?) ([A-Z]{3})\b/g, (_, amount: string, currency: string) => format.money(amount, currency));
}

type Missing = Schema<'PlayerWhy'>['components'][number]['missing'][number];

const stepLabels: Partial<Record<Missing['condition'], string>> = {
    minFirstDeposit: 'First deposit',
    minTotalDeposits: 'Deposits less chargebacks',
    minWagered: 'Wagers',
};

export interface Step {
    label: string;
    words: string;
    // How far the player has come, 0 to 100.
    percent: number;
}

// The conditions that are sums, as progress. Those of other kinds are told by the sentence alone.
export function stepsOf(missing: Missing[], format: Format): Step[] {
    return missing.flatMap(({ condition, needed, have, currency }) => {
        const label = stepLabels[condition];
        if (!label || needed === null || have === null || Number(needed) <= 0) return [];
        const money = (amount: string) => format.money(amount, currency ?? undefined);
        const percent = Math.min(100, Math.max(0, (Number(have) * 100) / Number(needed)));
        return [{ label, words: `${money(have)} of ${money(needed)}`, percent }];
    });
}

// "12 days left", where there is a limit and it has not passed.
export function timeLeft(missing: Missing[], format: Format): string | null {
    const days = missing.map((one) => one.daysLeft).find((left) => left !== null);
    if (!days) return null;
    return days === 1 ? '1 day left' : `${format.number(days)} days left`;
}
