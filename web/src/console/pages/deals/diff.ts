import type { Terms } from '@/deals/terms';
import { joinWords, type Writer } from '@/deals/words';

export interface TermChange {
    part: string;
    member: string;
    // Null if the terms do not have the member.
    before: string | null;
    after: string | null;
}

const parts: Record<string, string> = { cpa: 'CPA', revShare: 'RevShare', cpl: 'CPL', fixedMonthly: 'Fixed monthly fee', subAffiliate: 'Sub-affiliate share' };

const members: Record<string, string> = {
    amount: 'Amount',
    amountByCountry: 'Amounts by country',
    minFirstDeposit: 'Minimum first deposit',
    minTotalDeposits: 'Minimum total deposits',
    minWagered: 'Minimum wagered',
    qualifyWithinDays: 'Days to qualify',
    tiers: 'Tiers',
    tierMode: 'Tiers apply',
    monthlyCap: 'Monthly cap',
    holdDays: 'Hold period in days',
    clawback: 'Clawback',
    rate: 'Rate',
    adminFeePercent: 'Admin fee',
    deductChargebacks: 'Deduct chargebacks',
    negativeCarryover: 'Carry over a negative month',
    durationMonths: 'Duration in months',
    percentOfCommission: 'Percentage of commission',
};

const values: Record<string, string> = {
    marginal: 'to what is above each tier',
    whole: 'to the whole month',
    ifUnqualified: 'if conditions are no longer met',
    always: 'always',
    never: 'never',
};

const amounts = ['amount', 'minFirstDeposit', 'minTotalDeposits', 'minWagered'];
const rates = ['rate', 'adminFeePercent', 'percentOfCommission'];

function written(member: string, value: unknown, w: Writer): string {
    if (value === null || value === undefined) return 'none';
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (member === 'amountByCountry') return joinWords(Object.entries(value as Record<string, string>).map(([code, amount]) => `${w.country(code)} ${w.money(amount)}`)) || 'none';
    if (member === 'tiers') {
        const tiers = value as { from: number | string; amount?: string; rate?: string }[];
        const said = (tier: (typeof tiers)[number]) =>
            tier.rate === undefined ? `${w.money(tier.amount ?? '0')} from player ${w.number(Number(tier.from))}` : `${tier.rate} % from ${w.money(String(tier.from))}`;
        return joinWords(tiers.map(said)) || 'none';
    }
    if (amounts.includes(member)) return w.money(String(value));
    if (rates.includes(member)) return `${String(value)} %`;
    if (typeof value === 'number') return w.number(value);
    return values[String(value)] ?? String(value);
}

// The members that differ between two versions of the terms.
export function changesOf(before: Terms, after: Terms, w: Writer): TermChange[] {
    return Object.entries(parts).flatMap(([name, part]): TermChange[] => {
        const [old, now] = [before[name as keyof Terms], after[name as keyof Terms]] as (Record<string, unknown> | null | undefined)[];
        if (!old && !now) return [];
        if (!old) return [{ part, member: '', before: null, after: 'added' }];
        if (!now) return [{ part, member: '', before: 'removed', after: null }];
        const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
        return names
            .filter((member) => JSON.stringify(old[member] ?? null) !== JSON.stringify(now[member] ?? null))
            .map((member) => ({ part, member: members[member] ?? member, before: written(member, old[member], w), after: written(member, now[member], w) }));
    });
}
