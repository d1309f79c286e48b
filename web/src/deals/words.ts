import { parse } from './decimal';
import { levelsOf, type Terms } from './terms';

// Texts about deals that console and portal share. A `Writer` writes money and numbers in the page's locale.

export interface Writer {
    money(amount: string): string;
    number(value: number): string;
    country(code: string): string;
}

// "25 %" and "7.5 %", without trailing zeros. The space does not break.
export const percent = (rate: string): string => `${rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate}\u00a0%`;
export const isSome = (amount: string | null | undefined): amount is string => (parse(amount) ?? 0n) > 0n;
export const isSet = (value: number | null | undefined): value is number => value !== null && value !== undefined;

// "€70", or "€70 to €100" for several prices.
export function rangeOf(prices: string[], write: (price: string) => string): string {
    const sorted = [...prices].sort((a, b) => Number(a) - Number(b));
    const [low = '0', high = low] = [sorted[0], sorted.at(-1)];
    return Number(low) === Number(high) ? write(low) : `${write(low)} to ${write(high)}`;
}

export const some = <T>(parts: (T | null)[]): T[] => parts.filter((one) => one !== null);
export const days = (count: number, w: Pick<Writer, 'number'>): string => (count === 1 ? '1 day' : `${w.number(count)} days`);
export const months = (count: number, w: Pick<Writer, 'number'>): string => (count === 1 ? '1 month' : `${w.number(count)} months`);

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
    const others = [terms.turnover && 'Turnover', terms.cpl && 'CPL', terms.fixedMonthly && 'Fixed monthly fee', terms.subAffiliate && 'Sub-affiliate share'].filter((name) => typeof name === 'string');
    return [main, ...others].filter(Boolean).join(' + ') || 'No components';
}

function range(first: string, others: string[], write: (one: string) => string): string {
    const sorted = [first, ...others].sort((a, b) => Number((parse(a) ?? 0n) - (parse(b) ?? 0n)));
    const [low, high] = [sorted[0] as string, sorted.at(-1) as string];
    return low === high ? write(low) : `${write(low)} – ${write(high)}`;
}

// A deal in one line, for lists.
export function summaryOf(terms: Terms, w: Writer): string {
    const { cpa, revShare, turnover, cpl, fixedMonthly, subAffiliate } = terms;
    const parts: string[] = [];
    if (cpa) {
        const amounts = [...(cpa.tiers ?? []), ...(cpa.amountByFirstDeposit ?? [])].map((one) => one.amount).concat(Object.values(cpa.amountByCountry ?? {}));
        parts.push(`${range(cpa.amount, amounts, w.money)} per qualified player`);
    }
    if (revShare) {
        const tiers = revShare.tiers ?? [];
        const rates = tiers.flatMap((tier) => [tier.rate, ...Object.values(tier.rateByProduct ?? {})]).concat(Object.values(revShare.rateByProduct ?? {}));
        parts.push(`${range(revShare.rate, rates, (rate) => rate)}\u00a0% of NGR`);
    }
    if (turnover) parts.push(`${range(turnover.rate, Object.values(turnover.rateByProduct ?? {}), (rate) => rate)}\u00a0% of wagers`);
    if (cpl) parts.push(`${w.money(cpl.amount)} per registration`);
    if (fixedMonthly) parts.push(`${w.money(fixedMonthly.amount)} a month`);
    if (subAffiliate) parts.push(`${percent(levelsOf(subAffiliate)[0] ?? '0')} of the commission of sub-affiliates`);
    return parts.join(' · ');
}

// The scope of a deal in a sentence to the affiliate, or null if the deal is for all players.
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
    registration: 'A player keeps the version that was in force on the day of registration.',
    event: 'Each event uses the version in force on its day, so new terms also apply to existing players.',
};
