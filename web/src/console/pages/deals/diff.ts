import type { Needs, Negative, Terms } from '@/deals/terms';
import { activityNames, needsWords, negativeWords, productWords } from '@/deals/revShareWords';
import { joinWords, type Writer } from '@/deals/words';

export interface TermChange {
    part: string;
    member: string;
    // Null if the terms do not have the member.
    before: string | null;
    after: string | null;
}

const parts: Record<string, string> = { cpa: 'CPA', revShare: 'RevShare', cpl: 'CPL', turnover: 'Turnover', fixedMonthly: 'Fixed monthly fee', subAffiliate: 'Sub-affiliate share' };

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
    minBets: 'Minimum number of bets',
    requires: 'Required',
    excludes: 'Not paid for',
    qualifyFrom: 'Days to qualify count from',
    firstDepositWindowHours: 'Hours that count as the first deposit',
    amountByFirstDeposit: 'Amounts by first deposit',
    tierBy: 'Tiers by',
    rateByProduct: 'Rates by product',
    excludeProducts: 'Products that do not count',
    deductions: 'Deductions',
    introRate: 'Introductory rate',
    negative: 'Negative months',
    inactiveAfterMonths: 'Months without activity',
    levels: 'Levels',
};

const values: Record<string, string> = {
    marginal: 'to what is above each tier',
    whole: 'to the whole month',
    ifUnqualified: 'if conditions are no longer met',
    always: 'always',
    never: 'never',
    base: 'base',
    ...activityNames,
    registration: 'the registration',
    firstDeposit: 'the first deposit',
    kycVerified: 'verified identity (KYC)',
    selfExcluded: 'self-excluded players',
    blocked: 'blocked players',
};

const amounts = ['amount', 'minFirstDeposit', 'minTotalDeposits', 'minWagered'];
const rates = ['rate', 'adminFeePercent', 'percentOfCommission'];

type Tier = { from: number | string; amount?: string; rate?: string; requires?: Needs; rateByProduct?: Record<string, string> };

function tierWritten(tier: Tier, w: Writer): string {
    if (tier.rate === undefined) return `${w.money(tier.amount ?? '0')} from player ${w.number(Number(tier.from))}`;
    const more = [productWords(tier.rateByProduct), needsWords(tier.requires ?? {}, w)].filter(Boolean).join('; ');
    // A count has no currency.
    const from = typeof tier.from === 'number' ? w.number(tier.from) : w.money(tier.from);
    return `${tier.rate} % from ${from}${more ? ` (${more})` : ''}`;
}

// Members that are lists or objects.
function structured(member: string, value: object, w: Writer): string {
    if (member === 'rateByProduct') return productWords(value as Record<string, string>);
    if (member === 'amountByFirstDeposit') return joinWords((value as { from: string; amount: string }[]).map((one) => `${w.money(one.amount)} from ${w.money(one.from)}`));
    if (member === 'introRate') return `${(value as { rate: string }).rate} % for ${(value as { months: number }).months} months`;
    if (member === 'requires' && 'elseRate' in value) return `${needsWords(value as Needs, w)}, otherwise ${String(value.elseRate)} %`;
    if (member === 'negative') return negativeWords({ rate: '0', negative: value as Negative }, w).join(' ');
    if (member === 'levels') return joinWords((value as string[]).map((level) => `${level} %`));
    if (Array.isArray(value)) return joinWords(value.map((one) => values[String(one)] ?? String(one)));
    return joinWords(Object.entries(value).filter(([, one]) => one !== '0' && one !== false).map(([name, one]) => (one === true ? (deductions[name] ?? name) : `${String(one)} % of ${deductions[name] ?? name}`)));
}

const deductions: Record<string, string> = { bonusPercent: 'bonuses', depositFeePercent: 'deposits', withdrawalFeePercent: 'withdrawals', beforeAdminFee: 'before the admin fee' };

function written(member: string, value: unknown, w: Writer): string {
    if (value === null || value === undefined) return 'none';
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (member === 'amountByCountry') return joinWords(Object.entries(value as Record<string, string>).map(([code, amount]) => `${w.country(code)} ${w.money(amount)}`)) || 'none';
    if (member === 'tiers') return joinWords((value as Tier[]).map((tier) => tierWritten(tier, w))) || 'none';
    if (Array.isArray(value) || typeof value === 'object') return structured(member, value, w) || 'none';
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
