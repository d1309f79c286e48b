import { typedDecimal } from '@/format/decimal';
import type { Schema } from '@/api/client';
import { parse } from '@/deals/decimal';
import type { Terms } from '@/deals/terms';

export type Deal = Schema<'Deal'>;
export type Part = 'cpa' | 'revShare' | 'cpl' | 'fixedMonthly' | 'subAffiliate';
export const partNames: Part[] = ['cpa', 'revShare', 'cpl', 'fixedMonthly', 'subAffiliate'];

// A number field can be empty.
type Count = number | '';

// The values of the form. Every component has its fields, and `parts` lists the components in use. Members have the names of
// the API's, so that errors of the server appear at the right field.
export interface DealValues extends Record<string, unknown> {
    name: string;
    binding: Deal['binding'];
    isDefault: boolean;
    effectiveFrom: string;
    scope: { brandIds: string[]; countries: string[] };
    parts: Part[];
    terms: {
        currency: string;
        cpa: {
            amount: string;
            amountByCountry: { country: string; amount: string }[];
            minFirstDeposit: string;
            minTotalDeposits: string;
            minWagered: string;
            qualifyWithinDays: Count;
            tiers: { from: Count; amount: string }[];
            tierMode: 'marginal' | 'whole';
            monthlyCap: Count;
            holdDays: Count;
            clawback: 'ifUnqualified' | 'always' | 'never';
        };
        revShare: {
            rate: string;
            tiers: { from: string; rate: string }[];
            tierMode: 'marginal' | 'whole';
            adminFeePercent: string;
            deductChargebacks: boolean;
            negativeCarryover: boolean;
            durationMonths: Count;
        };
        cpl: { amount: string };
        fixedMonthly: { amount: string };
        subAffiliate: { percentOfCommission: string };
    };
}

const count = (value: number | null | undefined): Count => value ?? '';
const shown = (amount: string | null | undefined): string => (amount && amount !== '0' ? amount : '');

export function valuesOf(deal: Deal | null, baseCurrency: string): DealValues {
    const terms: Terms = deal?.terms ?? { currency: baseCurrency };
    const { cpa, revShare, cpl, fixedMonthly, subAffiliate } = terms;
    return {
        name: deal?.name ?? '',
        binding: deal?.binding ?? 'registration',
        isDefault: deal?.isDefault ?? false,
        effectiveFrom: '',
        scope: { brandIds: deal?.scope?.brandIds ?? [], countries: deal?.scope?.countries ?? [] },
        parts: deal ? partNames.filter((part) => terms[part]) : ['cpa'],
        terms: {
            currency: terms.currency,
            cpa: {
                amount: cpa?.amount ?? '',
                amountByCountry: Object.entries(cpa?.amountByCountry ?? {}).map(([country, amount]) => ({ country, amount })),
                minFirstDeposit: shown(cpa?.minFirstDeposit),
                minTotalDeposits: shown(cpa?.minTotalDeposits),
                minWagered: shown(cpa?.minWagered),
                qualifyWithinDays: count(cpa?.qualifyWithinDays),
                tiers: cpa?.tiers ?? [],
                tierMode: cpa?.tierMode ?? 'marginal',
                monthlyCap: count(cpa?.monthlyCap),
                holdDays: cpa?.holdDays ? cpa.holdDays : '',
                clawback: cpa?.clawback ?? 'ifUnqualified',
            },
            revShare: {
                rate: revShare?.rate ?? '',
                tiers: revShare?.tiers ?? [],
                tierMode: revShare?.tierMode ?? 'marginal',
                adminFeePercent: shown(revShare?.adminFeePercent),
                deductChargebacks: revShare?.deductChargebacks ?? true,
                negativeCarryover: revShare?.negativeCarryover ?? true,
                durationMonths: count(revShare?.durationMonths),
            },
            cpl: { amount: cpl?.amount ?? '' },
            fixedMonthly: { amount: fixedMonthly?.amount ?? '' },
            subAffiliate: { percentOfCommission: subAffiliate?.percentOfCommission ?? '' },
        },
    };
}

const orNull = (value: Count): number | null => (value === '' ? null : value);
const orZero = (amount: string): string => amount.trim() || '0';

// A decimal comma is read as a point in every field.
const withPoints = (terms: DealValues['terms']): DealValues['terms'] => JSON.parse(JSON.stringify(terms, (_, value: unknown) => (typeof value === 'string' ? typedDecimal(value) : value))) as DealValues['terms'];

// The terms to send. Required fields are sent unchanged, because the server reports their errors.
export function termsOf(values: DealValues): Terms {
    const { currency, cpa, revShare, cpl, fixedMonthly, subAffiliate } = withPoints(values.terms);
    const has = (part: Part) => values.parts.includes(part);
    const terms: Terms = { currency: currency.trim().toUpperCase() };
    if (has('cpa')) {
        terms.cpa = {
            ...cpa,
            amountByCountry: Object.fromEntries(cpa.amountByCountry.filter((one) => one.country).map((one) => [one.country, one.amount.trim()])),
            minFirstDeposit: orZero(cpa.minFirstDeposit),
            minTotalDeposits: orZero(cpa.minTotalDeposits),
            minWagered: orZero(cpa.minWagered),
            qualifyWithinDays: orNull(cpa.qualifyWithinDays),
            tiers: cpa.tiers.map((tier) => ({ from: Number(tier.from), amount: tier.amount.trim() })),
            monthlyCap: orNull(cpa.monthlyCap),
            holdDays: orNull(cpa.holdDays) ?? 0,
        };
    }
    if (has('revShare')) terms.revShare = { ...revShare, adminFeePercent: orZero(revShare.adminFeePercent), durationMonths: orNull(revShare.durationMonths) };
    if (has('cpl')) terms.cpl = cpl;
    if (has('fixedMonthly')) terms.fixedMonthly = fixedMonthly;
    if (has('subAffiliate')) terms.subAffiliate = subAffiliate;
    return terms;
}

const isAmount = (text: string) => (parse(text) ?? -1n) >= 0n;
const isPercent = (text: string) => isAmount(text) && (parse(text) ?? 0n) <= 10_000_000_000n;
const money = 'Enter a number such as 100 or 49.99';
const share = 'Enter a percentage from 0 to 100';

function ascends(tiers: { from: unknown }[]): number {
    const starts = tiers.map((tier) => parse(String(tier.from)) ?? -1n);
    return starts.findIndex((from, at) => from < 0n || (at > 0 && from <= (starts[at - 1] as bigint)));
}

// The missing and invalid values of the terms, by the path of the field.
export function problemsOf(values: DealValues): Record<string, string> {
    const { cpa, revShare, cpl, fixedMonthly, subAffiliate, currency } = withPoints(values.terms);
    const found: Record<string, string> = {};
    const need = (good: boolean, path: string, said: string) => {
        if (!good) found[path] = said;
    };
    need(values.parts.length > 0, 'parts', 'Choose at least one component');
    need(/^[A-Za-z0-9]{3,10}$/.test(currency.trim()), 'terms.currency', 'Enter a code such as EUR');
    if (values.parts.includes('cpa')) {
        need(isAmount(cpa.amount), 'terms.cpa.amount', money);
        for (const member of ['minFirstDeposit', 'minTotalDeposits', 'minWagered'] as const) need(isAmount(orZero(cpa[member])), `terms.cpa.${member}`, money);
        cpa.amountByCountry.forEach((one, at) => need(Boolean(one.country) && isAmount(one.amount), `terms.cpa.amountByCountry.${at}.amount`, one.country ? money : 'Choose a country'));
        cpa.tiers.forEach((tier, at) => need(isAmount(tier.amount), `terms.cpa.tiers.${at}.amount`, money));
        const at = ascends(cpa.tiers);
        need(at === -1, `terms.cpa.tiers.${at}.from`, 'Enter a value above the previous tier');
    }
    if (values.parts.includes('revShare')) {
        need(isPercent(revShare.rate), 'terms.revShare.rate', share);
        need(isPercent(orZero(revShare.adminFeePercent)), 'terms.revShare.adminFeePercent', share);
        revShare.tiers.forEach((tier, at) => need(isPercent(tier.rate), `terms.revShare.tiers.${at}.rate`, share));
        const at = ascends(revShare.tiers);
        need(at === -1, `terms.revShare.tiers.${at}.from`, 'Enter a value above the previous tier');
    }
    if (values.parts.includes('cpl')) need(isAmount(cpl.amount), 'terms.cpl.amount', money);
    if (values.parts.includes('fixedMonthly')) need(isAmount(fixedMonthly.amount), 'terms.fixedMonthly.amount', money);
    if (values.parts.includes('subAffiliate')) need(isPercent(subAffiliate.percentOfCommission), 'terms.subAffiliate.percentOfCommission', share);
    return found;
}

// Compares values instead of texts: "100.0" equals "100", and a missing member equals its default.
export function sameTerms(one: Terms, other: Terms): boolean {
    const normal = (terms: Terms) => JSON.stringify(termsOf(valuesOf({ terms } as Deal, terms.currency)), (_, value: unknown) => (typeof value === 'string' && parse(value) !== null ? (parse(value) as bigint).toString() : value));
    return normal(one) === normal(other);
}
