import type { Format } from '@/format/format';

// What a deal pays, told to the affiliate it pays. Pure: terms in, sentences out.

export interface CpaTerms {
    amount: string;
    amountByCountry?: Record<string, string>;
    minFirstDeposit?: string;
    minTotalDeposits?: string;
    minWagered?: string;
    qualifyWithinDays?: number | null;
    tiers?: { from: number; amount: string }[];
    tierMode?: 'marginal' | 'whole';
    monthlyCap?: number | null;
    holdDays?: number;
    clawback?: 'ifUnqualified' | 'always' | 'never';
}

export interface RevShareTerms {
    rate: string;
    tiers?: { from: string; rate: string }[];
    tierMode?: 'marginal' | 'whole';
    adminFeePercent?: string;
    deductChargebacks?: boolean;
    negativeCarryover?: boolean;
    durationMonths?: number | null;
}

export interface DealTerms {
    currency: string;
    cpa?: CpaTerms | null;
    revShare?: RevShareTerms | null;
    cpl?: { amount: string } | null;
    fixedMonthly?: { amount: string } | null;
    subAffiliate?: { percentOfCommission: string } | null;
}

// One way of earning: what it pays in a line, its steps, and the conditions.
export interface DealPart {
    component: 'cpa' | 'revShare' | 'cpl' | 'fixedMonthly' | 'subAffiliate';
    title: string;
    pays: string;
    headline: string;
    // Of tiers and countries: what applies when, and what is paid then.
    steps: { when: string; pays: string }[];
    stepsNote: string | null;
    points: string[];
}

type Words = Pick<Format, 'money' | 'number'> & { country: (code: string) => string };

const positive = (amount: string | undefined): amount is string => amount !== undefined && Number(amount) > 0;

// "25" and "7.5", without needless digits.
export const percentText = (rate: string): string => `${rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate} %`;

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

const oneAfterAnother = (parts: string[]): string =>
    parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

function qualifying(cpa: CpaTerms, money: (amount: string) => string): string {
    const conditions = [
        positive(cpa.minFirstDeposit) ? `make a first deposit of at least ${money(cpa.minFirstDeposit)}` : 'make a first deposit',
        positive(cpa.minTotalDeposits) ? `deposit at least ${money(cpa.minTotalDeposits)} in all` : null,
        positive(cpa.minWagered) ? `wager at least ${money(cpa.minWagered)}` : null,
    ].filter((one) => one !== null);
    const within = cpa.qualifyWithinDays ? ` within ${days(cpa.qualifyWithinDays)} of registering` : '';
    return `A player counts once they ${oneAfterAnother(conditions)}${within}.`;
}

const clawbacks = {
    ifUnqualified: 'If chargebacks leave a player below these conditions, the payment for that player is taken back.',
    always: 'Any chargeback of a player takes the payment for that player back.',
    never: 'A payment is never taken back over a chargeback.',
};

function cpaNote(cpa: CpaTerms, hasTiers: boolean, hasCountries: boolean): string | null {
    const tiers = cpa.tierMode === 'whole' ? 'Reaching a step lifts the price of all players of that month, those before it included.' : 'Each player is paid at the step they fall in.';
    const countries = 'Players of the countries named are always paid at their country’s price.';
    return [hasTiers ? tiers : null, hasCountries ? countries : null].filter((one) => one !== null).join(' ') || null;
}

function cpaPart(cpa: CpaTerms, words: Words, currency: string): DealPart {
    const money = (amount: string) => words.money(amount, currency);
    const tiers = cpa.tiers ?? [];
    const byCountry = Object.entries(cpa.amountByCountry ?? {});
    const tierSteps = tiers.map((tier, at) => {
        const next = tiers[at + 1];
        return { when: next ? `Players ${tier.from} to ${next.from - 1} of a month` : `From player ${tier.from} of a month`, pays: money(tier.amount) };
    });
    const firstTier = tiers[0];
    const base = firstTier && firstTier.from > 1 ? [{ when: `Players 1 to ${firstTier.from - 1} of a month`, pays: money(cpa.amount) }] : [];
    const countrySteps = byCountry.map(([code, amount]) => ({ when: `Players from ${words.country(code)}`, pays: money(amount) }));
    return {
        component: 'cpa',
        title: 'Per new player (CPA)',
        pays: money(cpa.amount),
        headline: `You earn ${money(cpa.amount)} for every new player who qualifies.`,
        steps: [...base, ...tierSteps, ...countrySteps],
        stepsNote: cpaNote(cpa, tiers.length > 0, byCountry.length > 0),
        points: [
            qualifying(cpa, money),
            cpa.monthlyCap ? `At most ${words.number(cpa.monthlyCap)} players are paid per month.` : null,
            cpa.holdDays ? `Payments become due ${days(cpa.holdDays)} after a player qualifies.` : null,
            clawbacks[cpa.clawback ?? 'ifUnqualified'],
        ].filter((one) => one !== null),
    };
}

function revSharePart(share: RevShareTerms, words: Words, currency: string): DealPart {
    const money = (amount: string) => words.money(amount, currency);
    const tiers = share.tiers ?? [];
    const steps = tiers.map((tier, at) => {
        const next = tiers[at + 1];
        return { when: next ? `Revenue from ${money(tier.from)} to ${money(next.from)}` : `Revenue from ${money(tier.from)}`, pays: percentText(tier.rate) };
    });
    const first = tiers[0];
    const fee = positive(share.adminFeePercent) ? `an admin fee of ${percentText(share.adminFeePercent)}` : null;
    const chargebacks = share.deductChargebacks === false ? null : 'chargebacks';
    const less = [fee, chargebacks].filter((one) => one !== null);
    return {
        component: 'revShare',
        title: 'Share of revenue (RevShare)',
        pays: percentText(share.rate),
        headline: `You earn ${percentText(share.rate)} of the net gaming revenue of your players, month by month.`,
        steps: first ? [{ when: `Revenue up to ${money(first.from)}`, pays: percentText(share.rate) }, ...steps] : [],
        stepsNote:
            tiers.length === 0
                ? null
                : share.tierMode === 'whole'
                  ? 'The highest step that a month reaches applies to all revenue of that month.'
                  : 'Each step applies to the revenue within it.',
        points: [
            `Net gaming revenue is what the operator keeps of your players’ bets${less.length > 0 ? `, less ${oneAfterAnother(less)}` : ''}.`,
            share.negativeCarryover === false
                ? 'A month below zero is set to zero: you start the next one afresh.'
                : 'A month below zero is carried into the next one, where it is set off against your share of revenue only.',
            share.durationMonths
                ? `A player’s revenue counts for ${share.durationMonths} months after registering.`
                : 'A player’s revenue counts for as long as they play.',
        ],
    };
}

const flat = (component: DealPart['component'], title: string, pays: string, headline: string, points: string[] = []): DealPart => ({
    component,
    title,
    pays,
    headline,
    steps: [],
    stepsNote: null,
    points,
});

export function dealParts(terms: DealTerms, words: Words): DealPart[] {
    const money = (amount: string) => words.money(amount, terms.currency);
    const { cpa, revShare, cpl, fixedMonthly, subAffiliate } = terms;
    return [
        cpa ? cpaPart(cpa, words, terms.currency) : null,
        revShare ? revSharePart(revShare, words, terms.currency) : null,
        cpl ? flat('cpl', 'Per registration (CPL)', money(cpl.amount), `You earn ${money(cpl.amount)} for every player who registers.`) : null,
        fixedMonthly
            ? flat('fixedMonthly', 'Fixed fee', money(fixedMonthly.amount), `You earn ${money(fixedMonthly.amount)} every month.`, [
                  'It is added when the month is closed.',
              ])
            : null,
        subAffiliate
            ? flat(
                  'subAffiliate',
                  'Partners you brought',
                  percentText(subAffiliate.percentOfCommission),
                  `You earn ${percentText(subAffiliate.percentOfCommission)} of what partners you brought earn with players.`,
                  ['It is paid on top: it takes nothing from them.'],
              )
            : null,
    ].filter((one) => one !== null);
}

// Who the deal is for, where it is narrowed; null where it holds for every player.
export function scopeText(scope: { brandIds: string[]; countries: string[] }, brandName: (id: string) => string | null, country: Words['country']): string | null {
    const brands = scope.brandIds.map((id) => brandName(id)).filter((name) => name !== null);
    const at = brands.length > 0 ? `at ${oneAfterAnother(brands)}` : scope.brandIds.length > 0 ? 'at certain brands' : null;
    const from = scope.countries.length > 0 ? `from ${oneAfterAnother(scope.countries.map(country))}` : null;
    const parts = [from, at].filter((one) => one !== null);
    return parts.length > 0 ? `For players ${parts.join(' ')}.` : null;
}
