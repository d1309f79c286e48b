import { one, parse, percentOf, percentSum, write } from './decimal';
import type { Cpa, RevShare, Terms } from './terms';

// Examples of what terms pay, by the rules in docs/commission.md. Only the server computes real commission.

const zero = 0n;
const amountOf = (text: string | null | undefined): bigint => parse(text) ?? zero;

// The price by tier, for a position or, if tiers apply to the whole month, for the number of players.
function tierAmount(cpa: Cpa, reached: number): bigint {
    const tier = (cpa.tiers ?? []).filter((one) => reached >= one.from).at(-1);
    return amountOf(tier ? tier.amount : cpa.amount);
}

const isPaid = (cpa: Cpa, position: number): boolean => cpa.monthlyCap === null || cpa.monthlyCap === undefined || position <= cpa.monthlyCap;

// The CPA for the first `players` qualified players of a month, without amounts by country.
export function cpaMonth(cpa: Cpa, players: number): bigint {
    const paid = isPaid(cpa, players) ? players : Number(cpa.monthlyCap);
    if (cpa.tierMode === 'whole') return BigInt(paid) * tierAmount(cpa, players);
    const starts = [1, ...(cpa.tiers ?? []).map((tier) => tier.from).filter((from) => from > 1), Infinity];
    let sum = zero;
    for (let at = 0; at + 1 < starts.length; at++) {
        const from = starts[at] as number;
        const to = Math.min((starts[at + 1] as number) - 1, paid);
        if (to >= from) sum += BigInt(to - from + 1) * tierAmount(cpa, from);
    }
    return sum;
}

export interface CpaExample {
    position: number;
    // The CPA for this player.
    amount: string;
    capped: boolean;
    // What reaching a tier adds for the previous players: `players` times `each`.
    reRated: { players: number; each: string } | null;
    // The CPA of the month up to and including this player.
    month: string;
}

export function cpaExample(cpa: Cpa, position: number): CpaExample {
    const capped = !isPaid(cpa, position);
    const amount = capped ? zero : tierAmount(cpa, position);
    const month = cpaMonth(cpa, position);
    const before = position > 1 ? cpaMonth(cpa, position - 1) : zero;
    const others = month - before - amount;
    const paidBefore = isPaid(cpa, position - 1) ? position - 1 : Number(cpa.monthlyCap);
    const reRated = others !== zero && paidBefore > 0 ? { players: paidBefore, each: write(others / BigInt(paidBefore)) } : null;
    return { position, amount: write(amount), capped, reRated, month: write(month) };
}

// The positions at which the price changes: the last before and the first of every tier, and those around the cap.
export function cpaPositions(cpa: Cpa): number[] {
    const turns = (cpa.tiers ?? []).slice(0, 4).flatMap((tier) => [tier.from - 1, tier.from]);
    const cap = cpa.monthlyCap ?? null;
    const around = cap === null ? [] : [cap, cap + 1];
    const all = turns.length + around.length > 0 ? [1, ...turns, ...around] : [1, 10, 50];
    return [...new Set(all)].filter((position) => Number.isSafeInteger(position) && position > 0).sort((a, b) => a - b);
}

// The base of the month: NGR less the admin fee and, if the deal deducts them, chargebacks.
export function revShareBase(terms: RevShare, ngr: bigint, chargebacks: bigint = zero): bigint {
    const kept = 100n * one - amountOf(terms.adminFeePercent);
    return percentOf(ngr, kept) - (terms.deductChargebacks === false ? zero : chargebacks);
}

export interface Slice {
    from: string;
    amount: string;
    rate: string;
    earned: string;
}

// The parts of a base that have different rates. There is only one part with `whole`, or if the base is negative.
export function slicesOf(terms: RevShare, base: bigint): Slice[] {
    const slice = (from: bigint, amount: bigint, rate: bigint) => ({ from: write(from), amount: write(amount), rate: write(rate), earned: write(percentOf(amount, rate)) });
    const tiers = (terms.tiers ?? []).map((tier) => ({ from: amountOf(tier.from), rate: amountOf(tier.rate) }));
    if (base < zero || terms.tierMode === 'whole') {
        const reached = base < zero ? undefined : tiers.filter((tier) => base >= tier.from).at(-1);
        return [slice(zero, base, reached?.rate ?? amountOf(terms.rate))];
    }
    const steps = [{ from: zero, rate: amountOf(terms.rate) }, ...tiers.filter((tier) => tier.from < base)];
    return steps
        .map((step, at) => slice(step.from, (steps[at + 1]?.from ?? base) - step.from, step.rate))
        .filter((part, at) => part.amount !== '0' || (steps.length === 1 && at === 0));
}

// Exact to the eighth digit: the products are added before the sum is rounded.
export function revShareEarned(terms: RevShare, base: bigint): bigint {
    return percentSum(slicesOf(terms, base).map((part) => ({ amount: amountOf(part.amount), rate: amountOf(part.rate) })));
}

export interface RevShareExample {
    ngr: string;
    base: string;
    slices: Slice[];
    earned: string;
}

export function revShareExample(terms: RevShare, ngr: string, chargebacks = '0'): RevShareExample {
    const base = revShareBase(terms, amountOf(ngr), amountOf(chargebacks));
    return { ngr, base: write(base), slices: slicesOf(terms, base), earned: write(revShareEarned(terms, base)) };
}

// Round amounts of NGR, one within every tier.
export function revShareAmounts(terms: RevShare): string[] {
    const usual = ['1000', '10000', '60000'].map((text) => amountOf(text));
    const kept = 100n * one - amountOf(terms.adminFeePercent);
    // The NGR whose base is a tenth above the start of the tier.
    const within = (terms.tiers ?? [])
        .slice(0, 5)
        .map((tier) => (kept > zero ? (amountOf(tier.from) * 110n * one) / kept : zero))
        .map((amount) => roundUp(amount));
    const all = terms.tiers?.length ? [amountOf('1000'), ...within, amountOf('60000')] : usual;
    const ascending = [...new Set(all)].filter((amount) => amount > zero).sort((a, b) => (a < b ? -1 : 1));
    return [amountOf('-1000'), ...ascending].map(write);
}

// Rounds to two leading digits.
function roundUp(value: bigint): bigint {
    const digits = value.toString().length;
    const step = 10n ** BigInt(Math.max(digits - 2, 0));
    return ((value + step - 1n) / step) * step;
}

export interface Month {
    registrations: number;
    qualified: number;
    ngr: string;
    chargebacks: string;
}

export interface MonthPay {
    parts: { component: 'cpa' | 'revShare' | 'cpl' | 'fixedMonthly'; amount: string }[];
    // The payable amount. A negative RevShare does not reduce the other components.
    total: string;
    carried: string | null;
    waived: string | null;
}

// An example month of the deal, without amounts by country and before rounding to cents.
export function monthPay(terms: Terms, month: Month): MonthPay {
    const parts: { component: MonthPay['parts'][number]['component']; amount: bigint }[] = [];
    if (terms.cpa) parts.push({ component: 'cpa', amount: cpaMonth(terms.cpa, month.qualified) });
    if (terms.revShare) parts.push({ component: 'revShare', amount: revShareEarned(terms.revShare, revShareBase(terms.revShare, amountOf(month.ngr), amountOf(month.chargebacks))) });
    if (terms.cpl) parts.push({ component: 'cpl', amount: BigInt(month.registrations) * amountOf(terms.cpl.amount) });
    if (terms.fixedMonthly) parts.push({ component: 'fixedMonthly', amount: amountOf(terms.fixedMonthly.amount) });
    const share = parts.find((part) => part.component === 'revShare')?.amount ?? zero;
    const loss = share < zero ? share : null;
    const total = parts.reduce((sum, part) => sum + part.amount, zero) - (loss ?? zero);
    const carries = terms.revShare?.negativeCarryover !== false;
    return {
        parts: parts.map(({ component, amount }) => ({ component, amount: write(amount) })),
        total: write(total),
        carried: loss !== null && carries ? write(loss) : null,
        waived: loss !== null && !carries ? write(-loss) : null,
    };
}
