import { one, parse, percentOf, percentSum, write } from './decimal';
import type { Cpa, Needs, RevShare, RevShareTier, Terms } from './terms';

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

// What a month brings, as far as a RevShare depends on it.
export interface ShareMonth {
    // NGR of products without a rate of their own, and by product of the others.
    ngr: bigint;
    products: Record<string, bigint>;
    chargebacks: bigint;
    bonuses: bigint;
    deposits: bigint;
    withdrawals: bigint;
    newDepositors: number;
    qualifiedPlayers: number;
    activePlayers: number;
    // Whether it is one of the affiliate's first months, which an introductory rate is for.
    isIntro: boolean;
}

const many = 1_000_000;
const busy = { newDepositors: many, qualifiedPlayers: many, activePlayers: many, deposits: BigInt(many) * one };

export const quietMonth: ShareMonth = { ngr: zero, products: {}, chargebacks: zero, bonuses: zero, deposits: zero, withdrawals: zero, newDepositors: 0, qualifiedPlayers: 0, activePlayers: 0, isIntro: false };

interface BaseParts {
    rest: bigint;
    products: { product: string; base: bigint }[];
}

// The base: NGR less the admin fee, the deductions and, if the deal deducts them, chargebacks.
function partsOf(terms: RevShare, month: ShareMonth): BaseParts {
    const kept = 100n * one - amountOf(terms.adminFeePercent);
    const { bonusPercent, depositFeePercent, withdrawalFeePercent, beforeAdminFee } = terms.deductions ?? {};
    const deducted = percentSum([
        { amount: month.bonuses, rate: amountOf(bonusPercent) },
        { amount: month.deposits, rate: amountOf(depositFeePercent) },
        { amount: month.withdrawals, rate: amountOf(withdrawalFeePercent) },
    ]);
    const [before, after] = beforeAdminFee ? [deducted, zero] : [zero, deducted];
    const rest = percentOf(month.ngr - before, kept) - after - (terms.deductChargebacks === false ? zero : month.chargebacks);
    return { rest, products: Object.entries(month.products).map(([product, ngr]) => ({ product, base: percentOf(ngr, kept) })) };
}

const totalOf = ({ rest, products }: BaseParts): bigint => products.reduce((sum, part) => sum + part.base, rest);

export const revShareBase = (terms: RevShare, month: ShareMonth): bigint => totalOf(partsOf(terms, month));

function areMet(needs: Needs | null | undefined, month: ShareMonth): boolean {
    const counts = (['newDepositors', 'qualifiedPlayers', 'activePlayers'] as const).every((what) => month[what] >= (needs?.[what] ?? 0));
    return counts && month.deposits >= amountOf(needs?.deposits);
}

// What tiers are compared with.
function measureOf(terms: RevShare, base: bigint, month: ShareMonth): bigint {
    const by = terms.tierBy ?? 'base';
    if (by === 'base') return base;
    return by === 'deposits' ? month.deposits : BigInt(month[by]) * one;
}

export interface Slice {
    from: string;
    amount: string;
    rate: string;
    earned: string;
    product?: string;
}

const slice = (from: bigint, amount: bigint, rate: bigint, product?: string): Slice => ({ from: write(from), amount: write(amount), rate: write(rate), earned: write(percentOf(amount, rate)), ...(product ? { product } : {}) });

function marginalSlices(terms: RevShare, base: bigint, open: RevShareTier[]): Slice[] {
    const tiers = open.map((tier) => ({ from: amountOf(String(tier.from)), rate: amountOf(tier.rate) })).filter((tier) => tier.from < base);
    const steps = [{ from: zero, rate: amountOf(terms.rate) }, ...tiers];
    return steps
        .map((step, at) => slice(step.from, (steps[at + 1]?.from ?? base) - step.from, step.rate))
        .filter((part, at) => part.amount !== '0' || (steps.length === 1 && at === 0));
}

function ladderSlices(terms: RevShare, parts: BaseParts, month: ShareMonth): Slice[] {
    const base = totalOf(parts);
    if (terms.requires && !areMet(terms.requires, month)) return [slice(zero, base, amountOf(terms.requires.elseRate))];
    const open = (terms.tiers ?? []).filter((tier) => areMet(tier.requires, month));
    if (base >= zero && terms.tierMode !== 'whole' && terms.tiers?.length) return marginalSlices(terms, base, open);
    const measure = measureOf(terms, base, month);
    const tier = base < zero ? undefined : open.filter((one) => measure >= amountOf(String(one.from))).at(-1);
    const rateOf = (product: string) => tier?.rateByProduct?.[product] ?? terms.rateByProduct?.[product] ?? tier?.rate ?? terms.rate;
    const products = parts.products.filter((part) => part.base !== zero).map((part) => slice(zero, part.base, amountOf(rateOf(part.product)), part.product));
    const rest = slice(zero, parts.rest, amountOf(tier?.rate ?? terms.rate));
    return products.length > 0 && parts.rest === zero ? products : [rest, ...products];
}

// Exact to the eighth digit: the products are added before the sum is rounded.
const earnedBy = (slices: Slice[]): bigint => percentSum(slices.map((part) => ({ amount: amountOf(part.amount), rate: amountOf(part.rate) })));

// The parts of a base that have different rates.
export function slicesOf(terms: RevShare, month: ShareMonth): Slice[] {
    const parts = partsOf(terms, month);
    const base = totalOf(parts);
    const ladder = ladderSlices(terms, parts, month);
    if (!terms.introRate || !month.isIntro || base < zero) return ladder;
    const intro = slice(zero, base, amountOf(terms.introRate.rate));
    return amountOf(intro.earned) > earnedBy(ladder) ? [intro] : ladder;
}

export const revShareEarned = (terms: RevShare, month: ShareMonth): bigint => earnedBy(slicesOf(terms, month));

export interface RevShareExample {
    ngr: string;
    base: string;
    slices: Slice[];
    earned: string;
}

// A month that meets every condition on activity, unless `more` says otherwise.
export function revShareExample(terms: RevShare, ngr: string, more: Partial<ShareMonth> = {}): RevShareExample {
    const month = { ...quietMonth, ...busy, ngr: amountOf(ngr), ...more };
    return { ngr, base: write(revShareBase(terms, month)), slices: slicesOf(terms, month), earned: write(revShareEarned(terms, month)) };
}

export interface ActivityExample {
    activity: string;
    example: RevShareExample;
}

// For tiers by activity: the last value below and the first value of every tier, with the same NGR.
export function activityExamples(terms: RevShare, ngr: string): ActivityExample[] {
    const by = terms.tierBy ?? 'base';
    if (by === 'base') return [];
    const step = by === 'deposits' ? zero : one;
    const turns = (terms.tiers ?? []).slice(0, 4).flatMap((tier) => [amountOf(String(tier.from)) - step, amountOf(String(tier.from))]);
    const values = [...new Set(turns)].filter((value) => value >= zero).sort((a, b) => (a < b ? -1 : 1));
    return values.map((value) => ({ activity: write(value), example: revShareExample(terms, ngr, by === 'deposits' ? { deposits: value } : { [by]: Number(value / one) }) }));
}

// Round amounts of NGR, one within every tier.
export function revShareAmounts(terms: RevShare): string[] {
    const usual = ['1000', '10000', '60000'].map((text) => amountOf(text));
    const kept = 100n * one - amountOf(terms.adminFeePercent);
    // The NGR whose base is a tenth above the start of the tier.
    const within = (terms.tiers ?? [])
        .slice(0, 5)
        .map((tier) => (kept > zero ? (amountOf(String(tier.from)) * 110n * one) / kept : zero))
        .map((amount) => roundUp(amount));
    const all = terms.tiers?.length && (terms.tierBy ?? 'base') === 'base' ? [amountOf('1000'), ...within, amountOf('60000')] : usual;
    const ascending = [...new Set(all)].filter((amount) => amount > zero).sort((a, b) => (a < b ? -1 : 1));
    return [amountOf('-1000'), ...ascending].map(write);
}

// Rounds to two leading digits.
function roundUp(value: bigint): bigint {
    const digits = value.toString().length;
    const step = 10n ** BigInt(Math.max(digits - 2, 0));
    return ((value + step - 1n) / step) * step;
}

export interface Month extends Omit<ShareMonth, 'ngr' | 'products' | 'chargebacks' | 'bonuses' | 'deposits' | 'withdrawals'> {
    registrations: number;
    // The first deposit of each qualified player, for prices that follow it.
    firstDeposit: string;
    ngr: string;
    chargebacks: string;
    bonuses: string;
    deposits: string;
    withdrawals: string;
    wagered: string;
    // NGR and wagers of products that have a rate of their own.
    ngrByProduct: Record<string, string>;
    wageredByProduct: Record<string, string>;
}

export const emptyMonth: Month = { registrations: 0, firstDeposit: '0', newDepositors: 0, qualifiedPlayers: 0, activePlayers: 0, isIntro: false, ngr: '0', chargebacks: '0', bonuses: '0', deposits: '0', withdrawals: '0', wagered: '0', ngrByProduct: {}, wageredByProduct: {} };

export interface MonthPay {
    parts: { component: 'cpa' | 'revShare' | 'turnover' | 'cpl' | 'fixedMonthly'; amount: string }[];
    // The payable amount. A negative RevShare does not reduce the other components.
    total: string;
    carried: string | null;
    waived: string | null;
}

// The products that have a rate of their own, in a component or in one of its tiers.
export function ratedProducts(part: { rateByProduct?: Record<string, string>; tiers?: { rateByProduct?: Record<string, string> }[] } | null | undefined): string[] {
    return [...new Set([part, ...(part?.tiers ?? [])].flatMap((one) => Object.keys(one?.rateByProduct ?? {})))];
}

const amountsOf = (texts: Record<string, string>, products: string[]): Record<string, bigint> => Object.fromEntries(products.map((product) => [product, amountOf(texts[product])]));

function shareMonthOf(terms: RevShare, month: Month): ShareMonth {
    const { bonuses, chargebacks, deposits, withdrawals } = month;
    const money = { ngr: amountOf(month.ngr), bonuses: amountOf(bonuses), chargebacks: amountOf(chargebacks), deposits: amountOf(deposits), withdrawals: amountOf(withdrawals) };
    return { ...month, ...money, products: amountsOf(month.ngrByProduct, ratedProducts(terms)) };
}

function turnoverPay(terms: NonNullable<Terms['turnover']>, month: Month): bigint {
    const products = Object.entries(amountsOf(month.wageredByProduct, ratedProducts(terms)));
    return percentSum([{ amount: amountOf(month.wagered), rate: amountOf(terms.rate) }, ...products.map(([product, amount]) => ({ amount, rate: amountOf(terms.rateByProduct?.[product] ?? terms.rate) }))]);
}

// Whether a negative month is carried over. Limits of months and high rollers need more than one month.
const carriesOver = (terms: RevShare): boolean => (terms.negative ? terms.negative.policy !== 'waive' : terms.negativeCarryover !== false);

// The CPA of a month whose players all have the same first deposit.
function cpaPay(cpa: Cpa, month: Month): bigint {
    const byDeposit = (cpa.amountByFirstDeposit ?? []).filter((one) => amountOf(month.firstDeposit) >= amountOf(one.from)).at(-1);
    return cpaMonth(byDeposit ? { ...cpa, amount: byDeposit.amount } : cpa, month.qualifiedPlayers);
}

// An example month of the deal, without amounts by country, and before rounding to cents.
export function monthPay(terms: Terms, month: Month): MonthPay {
    const parts: { component: MonthPay['parts'][number]['component']; amount: bigint }[] = [];
    if (terms.cpa) parts.push({ component: 'cpa', amount: cpaPay(terms.cpa, month) });
    if (terms.revShare) parts.push({ component: 'revShare', amount: revShareEarned(terms.revShare, shareMonthOf(terms.revShare, month)) });
    if (terms.turnover) parts.push({ component: 'turnover', amount: turnoverPay(terms.turnover, month) });
    if (terms.cpl) parts.push({ component: 'cpl', amount: BigInt(month.registrations) * amountOf(terms.cpl.amount) });
    if (terms.fixedMonthly) parts.push({ component: 'fixedMonthly', amount: amountOf(terms.fixedMonthly.amount) });
    const share = parts.find((part) => part.component === 'revShare')?.amount ?? zero;
    const loss = share < zero ? share : null;
    const total = parts.reduce((sum, part) => sum + part.amount, zero) - (loss ?? zero);
    const carries = terms.revShare ? carriesOver(terms.revShare) : false;
    return {
        parts: parts.map(({ component, amount }) => ({ component, amount: write(amount) })),
        total: write(total),
        carried: loss !== null && carries ? write(loss) : null,
        waived: loss !== null && !carries ? write(-loss) : null,
    };
}
