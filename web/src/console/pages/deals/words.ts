import type { Cpa, RevShare, Terms } from './pays';
import { parse } from './decimal';

// What terms pay, in words. `Writer` says how money and numbers are written, so that pages follow the locale.

export interface Writer {
    money(amount: string): string;
    number(value: number): string;
    country(code: string): string;
}

const percent = (rate: string) => `${rate} %`;
const days = (count: number, w: Writer) => (count === 1 ? '1 day' : `${w.number(count)} days`);
const isSome = (amount: string | null | undefined): amount is string => (parse(amount) ?? 0n) > 0n;
const isSet = (value: number | null | undefined): value is number => value !== null && value !== undefined;

export function joinWords(words: string[]): string {
    if (words.length < 2) return words[0] ?? '';
    return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

// "1st", "2nd", "11th".
export function ordinal(position: number, w: Pick<Writer, 'number'>): string {
    const [tens, units] = [position % 100, position % 10];
    const suffix = tens >= 11 && tens <= 13 ? 'th' : units === 1 ? 'st' : units === 2 ? 'nd' : units === 3 ? 'rd' : 'th';
    return `${w.number(position)}${suffix}`;
}

export function kindOf(terms: Terms): string {
    const main = terms.cpa && terms.revShare ? 'Hybrid' : terms.cpa ? 'CPA' : terms.revShare ? 'RevShare' : null;
    const others = [terms.cpl && 'CPL', terms.fixedMonthly && 'Fixed fee', terms.subAffiliate && 'Sub-affiliates'].filter((name) => typeof name === 'string');
    return [main, ...others].filter(Boolean).join(' + ') || 'Pays nothing yet';
}

function range(first: string, others: string[], write: (one: string) => string): string {
    const sorted = [first, ...others].sort((a, b) => Number((parse(a) ?? 0n) - (parse(b) ?? 0n)));
    const [low, high] = [sorted[0] as string, sorted.at(-1) as string];
    return low === high ? write(low) : `${write(low)} – ${write(high)}`;
}

// One line for lists.
export function summaryOf(terms: Terms, w: Writer): string {
    const { cpa, revShare, cpl, fixedMonthly, subAffiliate } = terms;
    const parts: string[] = [];
    if (cpa) {
        const amounts = [...(cpa.tiers ?? []).map((tier) => tier.amount), ...Object.values(cpa.amountByCountry ?? {})];
        parts.push(`${range(cpa.amount, amounts, w.money)} per qualified player`);
    }
    if (revShare) parts.push(`${range(revShare.rate, (revShare.tiers ?? []).map((tier) => tier.rate), (rate) => rate)} % of NGR`);
    if (cpl) parts.push(`${w.money(cpl.amount)} per registration`);
    if (fixedMonthly) parts.push(`${w.money(fixedMonthly.amount)} a month`);
    if (subAffiliate) parts.push(`${subAffiliate.percentOfCommission} % of sub-affiliates’ commission`);
    return parts.join(' · ');
}

function conditions(cpa: Cpa, w: Writer): string {
    const needs: string[] = [];
    if (isSome(cpa.minFirstDeposit)) needs.push(`whose first deposit is at least ${w.money(cpa.minFirstDeposit)}`);
    else needs.push('who makes a first deposit');
    if (isSome(cpa.minTotalDeposits)) needs.push(`whose deposits less chargebacks reach ${w.money(cpa.minTotalDeposits)}`);
    if (isSome(cpa.minWagered)) needs.push(`who wagers ${w.money(cpa.minWagered)}`);
    const within = isSet(cpa.qualifyWithinDays) ? `${needs.length > 1 ? ', all' : ''} within ${days(cpa.qualifyWithinDays, w)} of registering` : '';
    return `${joinWords(needs)}${within}`;
}

function cpaTiers(cpa: Cpa, w: Writer): string[] {
    const tiers = cpa.tiers ?? [];
    if (tiers.length === 0) return [];
    const steps = joinWords(tiers.map((tier) => `${w.money(tier.amount)} from the ${ordinal(tier.from, w)}`));
    return [
        cpa.tierMode === 'whole'
            ? `${steps} qualified player of the month; reaching a tier raises all players of that month to it.`
            : `${steps} qualified player of the month; the players before keep their amount.`,
    ];
}

function chargebackWords(cpa: Cpa): string {
    if (cpa.clawback === 'always') return 'Any chargeback takes the commission of that player back.';
    if (cpa.clawback === 'never') return 'A chargeback does not take the commission back.';
    return 'A chargeback takes the commission back if the player’s deposits no longer meet the conditions.';
}

function cpaWords(cpa: Cpa, w: Writer): string[] {
    const countries = Object.entries(cpa.amountByCountry ?? {}).map(([code, amount]) => `${w.money(amount)} from ${w.country(code)}`);
    const words = [`Pays ${w.money(cpa.amount)} for each player ${conditions(cpa, w)}.`];
    if (countries.length > 0) words.push(`Players of some countries have their own amount, whatever the tier: ${joinWords(countries)}.`);
    words.push(...cpaTiers(cpa, w));
    if (isSet(cpa.monthlyCap)) words.push(`At most ${cpa.monthlyCap === 1 ? '1 player is' : `${w.number(cpa.monthlyCap)} players are`} paid in a month; further ones count but earn nothing.`);
    if (isSet(cpa.holdDays) && cpa.holdDays > 0) words.push(`It is payable ${days(cpa.holdDays, w)} after the player qualifies, on the statement of that month.`);
    words.push(chargebackWords(cpa));
    return words;
}

function revShareTiers(terms: RevShare, w: Writer): string[] {
    const tiers = terms.tiers ?? [];
    if (tiers.length === 0) return [];
    const steps = joinWords(tiers.map((tier) => `${percent(tier.rate)} from ${w.money(tier.from)}`));
    return [
        terms.tierMode === 'whole'
            ? `The rate is ${steps} in a month; the highest rate reached counts for the whole month.`
            : `The rate is ${steps} in a month; each rate counts for its own slice.`,
    ];
}

function revShareWords(terms: RevShare, w: Writer): string[] {
    const less = [isSome(terms.adminFeePercent) && `an admin fee of ${percent(terms.adminFeePercent)}`, terms.deductChargebacks !== false && 'chargebacks'];
    const deducted = less.filter((one) => typeof one === 'string');
    const duration = isSet(terms.durationMonths)
        ? ` during ${terms.durationMonths === 1 ? 'the first month' : `the first ${w.number(terms.durationMonths)} months`} after a player registers`
        : ', for as long as a player plays';
    const words = [`Pays ${percent(terms.rate)} of net gaming revenue${deducted.length > 0 ? ` less ${joinWords(deducted)}` : ''}${duration}.`];
    words.push(...revShareTiers(terms, w));
    words.push(
        terms.negativeCarryover !== false
            ? 'A month below zero is carried into the next and offsets RevShare only, never CPA.'
            : 'A month below zero is waived: the next one starts at zero.',
    );
    return words;
}

export interface WordsOfPart {
    title: string;
    sentences: string[];
}

// Everything the terms say, component by component.
export function wordsOfTerms(terms: Terms, w: Writer): WordsOfPart[] {
    const { cpa, revShare, cpl, fixedMonthly, subAffiliate } = terms;
    const parts: WordsOfPart[] = [];
    if (cpa) parts.push({ title: 'CPA', sentences: cpaWords(cpa, w) });
    if (revShare) parts.push({ title: 'RevShare', sentences: revShareWords(revShare, w) });
    if (cpl) parts.push({ title: 'CPL', sentences: [`Pays ${w.money(cpl.amount)} for each registration.`] });
    if (fixedMonthly) parts.push({ title: 'Fixed fee', sentences: [`Pays ${w.money(fixedMonthly.amount)} for each month, when the month is closed.`] });
    if (subAffiliate) {
        const rate = percent(subAffiliate.percentOfCommission);
        parts.push({ title: 'Sub-affiliates', sentences: [`Pays ${rate} of what affiliates earn in CPA, RevShare and CPL who were brought by this one. They lose nothing by it.`] });
    }
    return parts;
}

export function scopeWords(scope: { brands: string[]; countries: string[] }, w: Pick<Writer, 'country'>): string {
    const parts = [scope.brands.length > 0 ? joinWords(scope.brands) : '', scope.countries.length > 0 ? joinWords(scope.countries.map(w.country)) : ''];
    const said = parts.filter(Boolean).join('; ');
    return said || 'All brands and countries';
}

export const bindingWords = {
    registration: 'A player keeps the version in force on the day of the registration, for good.',
    event: 'Each event is paid by the version in force on its own day, so new terms reach existing players.',
};
