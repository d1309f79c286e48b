import { parse } from './decimal';
import type { Terms } from './terms';

// Words about deals that console and portal share. `Writer` says how money and numbers are written, so that pages follow the locale.

export interface Writer {
    money(amount: string): string;
    number(value: number): string;
    country(code: string): string;
}

// "25 %" and "7.5 %", without needless digits and never apart at the end of a line.
export const percent = (rate: string): string => `${rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate}\u00a0%`;
export const isSome = (amount: string | null | undefined): amount is string => (parse(amount) ?? 0n) > 0n;
export const isSet = (value: number | null | undefined): value is number => value !== null && value !== undefined;

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
    if (revShare) parts.push(`${range(revShare.rate, (revShare.tiers ?? []).map((tier) => tier.rate), (rate) => rate)}\u00a0% of NGR`);
    if (cpl) parts.push(`${w.money(cpl.amount)} per registration`);
    if (fixedMonthly) parts.push(`${w.money(fixedMonthly.amount)} a month`);
    if (subAffiliate) parts.push(`${percent(subAffiliate.percentOfCommission)} of sub-affiliates’ commission`);
    return parts.join(' · ');
}

// Whom a deal is for, in a sentence to the affiliate; null where it holds for every player.
export function scopeSentence(scope: { brandIds: string[]; countries: string[] }, brandName: (id: string) => string | null, w: Pick<Writer, 'country'>): string | null {
    const brands = scope.brandIds.map(brandName).filter((name) => name !== null);
    const at = brands.length > 0 ? `at ${joinWords(brands)}` : scope.brandIds.length > 0 ? 'at certain brands' : null;
    const from = scope.countries.length > 0 ? `from ${joinWords(scope.countries.map(w.country))}` : null;
    const parts = [from, at].filter((one) => one !== null);
    return parts.length > 0 ? `For players ${parts.join(' ')}.` : null;
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
