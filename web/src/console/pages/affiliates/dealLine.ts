import type { Schema } from '@/api/client';
import { levelsOf, type Terms } from '@/deals/terms';
import type { Format } from '@/format/format';

type Deal = Pick<Schema<'Deal'>, 'scope'>;

const range = (values: (string | undefined)[], write: (value: string) => string): string => {
    const sorted = values.filter((value): value is string => value !== undefined).sort((left, right) => Number(left) - Number(right));
    const [low, high] = [sorted[0] ?? '0', sorted.at(-1) ?? '0'];
    return Number(low) === Number(high) ? write(low) : `${write(low)} to ${write(high)}`;
};

const parts: ((terms: Terms, format: Format) => string | null)[] = [
    ({ cpa, currency }, format) => {
        if (!cpa) return null;
        const amounts = [cpa.amount, ...[...(cpa.tiers ?? []), ...(cpa.amountByFirstDeposit ?? [])].map((one) => one.amount), ...Object.values(cpa.amountByCountry ?? {})];
        return `${range(amounts, (amount) => format.money(amount, currency))} per qualified player`;
    },
    ({ revShare }, format) => {
        if (!revShare) return null;
        const rates = [revShare.rate, ...(revShare.tiers ?? []).flatMap((tier) => [tier.rate, ...Object.values(tier.rateByProduct ?? {})]), ...Object.values(revShare.rateByProduct ?? {})];
        return `${range(rates, (rate) => percentage(rate, format))} of NGR`;
    },
    ({ turnover }, format) => (turnover ? `${range([turnover.rate, ...Object.values(turnover.rateByProduct ?? {})], (rate) => percentage(rate, format))} of wagers` : null),
    ({ cpl, currency }, format) => (cpl ? `${format.money(cpl.amount, currency)} per registration` : null),
    ({ fixedMonthly, currency }, format) => (fixedMonthly ? `${format.money(fixedMonthly.amount, currency)} a month` : null),
    ({ subAffiliate }, format) => (subAffiliate ? `${percentage(levelsOf(subAffiliate)[0] ?? '0', format)} of the commission of sub-affiliates` : null),
];

function decimals(value: string): number {
    return value.replace(/\.?0+$/, '').split('.')[1]?.length ?? 0;
}

const percentage = (rate: string, format: Format): string => `${format.number(rate, decimals(rate))}\u00a0%`;

// A deal in one line: "€70.00 per qualified player + 22 % of NGR".
export const dealLine = ({ terms }: { terms: Terms }, format: Format): string => parts.flatMap((write) => write(terms, format) ?? []).join(' + ');

// How narrow the scope of a deal is. The deal with the narrowest scope applies to a player, then the newest.
export function scopeSize({ scope }: Pick<Deal, 'scope'>): number {
    return (scope?.brandIds?.length ? 1 : 0) + (scope?.countries?.length ? 1 : 0);
}

// Ids grow with time, so the newest deal has the greatest id.
export function byPrecedence<Item extends { id: string; scope: Deal['scope'] }>(deals: Item[]): Item[] {
    return [...deals].sort((left, right) => scopeSize(right) - scopeSize(left) || (left.id < right.id ? 1 : -1));
}
