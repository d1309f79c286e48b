import type { Schema } from '@/api/client';
import { levelsOf, type Activity, type DealRules, type Needs, type Terms } from '@/deals/terms';
import { conditionsIn, type ConditionKey } from './conditions';

export type Deal = Schema<'Deal'> & DealRules;
export type Part = 'cpa' | 'revShare' | 'turnover' | 'cpl' | 'fixedMonthly' | 'subAffiliate';
export const partNames: Part[] = ['cpa', 'revShare', 'turnover', 'cpl', 'fixedMonthly', 'subAffiliate'];

// A number field can be empty.
export type Count = number | '';
export interface Need {
    what: Activity;
    atLeast: string;
}
export interface ProductRate {
    product: string;
    rate: string;
}
export interface TierValues {
    from: string;
    rate: string;
    requires: Need[];
    rateByProduct: ProductRate[];
}

// The values of the form. Every component has its fields. `parts` lists the components in use, and `conditions` the rows in
// use: a row that is not listed keeps its values but is not sent. Members have the names of the API's, so that errors of the
// server appear at the right field.
export interface DealValues extends Record<string, unknown> {
    name: string;
    binding: Deal['binding'];
    isDefault: boolean;
    effectiveFrom: string;
    scope: { brandIds: string[]; countries: string[] };
    tierPool: string;
    lateEvents: 'currentMonth' | 'ownMonth';
    parts: Part[];
    conditions: ConditionKey[];
    terms: {
        currency: string;
        cpa: {
            amount: string;
            amountByCountry: { country: string; amount: string }[];
            minFirstDeposit: string;
            minTotalDeposits: string;
            minWagered: string;
            minBets: Count;
            qualifyWithinDays: Count;
            qualifyFrom: 'registration' | 'firstDeposit';
            firstDepositWindowHours: Count;
            amountByFirstDeposit: { from: string; amount: string }[];
            tiers: { from: Count; amount: string }[];
            tierMode: 'marginal' | 'whole';
            monthlyCap: Count;
            holdDays: Count;
            clawback: 'ifUnqualified' | 'always' | 'never';
        };
        revShare: {
            rate: string;
            tiers: TierValues[];
            tierMode: 'marginal' | 'whole';
            tierBy: 'base' | Activity;
            requires: { needs: Need[]; elseRate: string };
            rateByProduct: ProductRate[];
            excludeProducts: string[];
            adminFeePercent: string;
            deductions: { bonusPercent: string; depositFeePercent: string; withdrawalFeePercent: string; beforeAdminFee: boolean };
            introRate: { rate: string; months: Count };
            negative: { policy: 'carry' | 'waive'; carryMonths: Count; carryBase: boolean; onlyChargebacks: boolean; highRoller: { playerLoss: string; when: 'affiliateNegative' | 'always' } };
            durationMonths: Count;
            inactiveAfterMonths: Count;
        };
        turnover: { rate: string; rateByProduct: ProductRate[] };
        cpl: { amount: string };
        fixedMonthly: { amount: string };
        subAffiliate: { percentOfCommission: string; levels: { percent: string }[] };
    };
}

const count = (value: number | null | undefined): Count => value ?? '';
const shown = (amount: string | null | undefined): string => (amount && amount !== '0' ? amount : '');
const productRates = (rates: Record<string, string> | null | undefined): ProductRate[] => Object.entries(rates ?? {}).map(([product, rate]) => ({ product, rate }));

const activities: Activity[] = ['newDepositors', 'qualifiedPlayers', 'activePlayers', 'deposits'];
function needsOf(needs: Needs | null | undefined): Need[] {
    return activities.flatMap((what) => {
        const value = needs?.[what];
        return value === null || value === undefined ? [] : [{ what, atLeast: String(value) }];
    });
}

function cpaValues(cpa: Terms['cpa']): DealValues['terms']['cpa'] {
    return {
        amount: cpa?.amount ?? '',
        amountByCountry: Object.entries(cpa?.amountByCountry ?? {}).map(([country, amount]) => ({ country, amount })),
        minFirstDeposit: shown(cpa?.minFirstDeposit),
        minTotalDeposits: shown(cpa?.minTotalDeposits),
        minWagered: shown(cpa?.minWagered),
        minBets: cpa?.minBets ? cpa.minBets : '',
        qualifyWithinDays: count(cpa?.qualifyWithinDays),
        qualifyFrom: cpa?.qualifyFrom ?? 'registration',
        firstDepositWindowHours: count(cpa?.firstDepositWindowHours),
        amountByFirstDeposit: cpa?.amountByFirstDeposit ?? [],
        tiers: cpa?.tiers ?? [],
        tierMode: cpa?.tierMode ?? 'marginal',
        monthlyCap: count(cpa?.monthlyCap),
        holdDays: cpa?.holdDays ? cpa.holdDays : '',
        clawback: cpa?.clawback ?? 'ifUnqualified',
    };
}

function negativeValues(share: Terms['revShare']): DealValues['terms']['revShare']['negative'] {
    const negative = share?.negative;
    return {
        policy: negative?.policy ?? (share?.negativeCarryover === false ? 'waive' : 'carry'),
        carryMonths: count(negative?.carryMonths),
        carryBase: negative?.carryBase ?? false,
        onlyChargebacks: negative?.onlyChargebacks ?? false,
        highRoller: { playerLoss: negative?.highRoller?.playerLoss ?? '', when: negative?.highRoller?.when ?? 'affiliateNegative' },
    };
}

function revShareValues(share: Terms['revShare']): DealValues['terms']['revShare'] {
    const { deductions } = share ?? {};
    return {
        rate: share?.rate ?? '',
        tiers: (share?.tiers ?? []).map((tier) => ({ from: String(tier.from), rate: tier.rate, requires: needsOf(tier.requires), rateByProduct: productRates(tier.rateByProduct) })),
        tierMode: share?.tierMode ?? 'marginal',
        tierBy: share?.tierBy ?? 'base',
        requires: { needs: needsOf(share?.requires), elseRate: share?.requires?.elseRate ?? '0' },
        rateByProduct: productRates(share?.rateByProduct),
        excludeProducts: share?.excludeProducts ?? [],
        adminFeePercent: shown(share?.adminFeePercent),
        deductions: { bonusPercent: shown(deductions?.bonusPercent), depositFeePercent: shown(deductions?.depositFeePercent), withdrawalFeePercent: shown(deductions?.withdrawalFeePercent), beforeAdminFee: deductions?.beforeAdminFee ?? false },
        introRate: { rate: share?.introRate?.rate ?? '', months: count(share?.introRate?.months) },
        negative: negativeValues(share),
        durationMonths: count(share?.durationMonths),
        inactiveAfterMonths: count(share?.inactiveAfterMonths),
    };
}

// The fields of terms, and which of them are in use.
export function termValues(terms: Terms): Pick<DealValues, 'parts' | 'conditions' | 'terms'> {
    const { cpa, revShare, turnover, cpl, fixedMonthly, subAffiliate } = terms;
    const [first = '', ...further] = subAffiliate ? levelsOf(subAffiliate) : [];
    return {
        parts: partNames.filter((part) => terms[part]),
        conditions: conditionsIn(terms),
        terms: {
            currency: terms.currency,
            cpa: cpaValues(cpa),
            revShare: revShareValues(revShare),
            turnover: { rate: turnover?.rate ?? '', rateByProduct: productRates(turnover?.rateByProduct) },
            cpl: { amount: cpl?.amount ?? '' },
            fixedMonthly: { amount: fixedMonthly?.amount ?? '' },
            subAffiliate: { percentOfCommission: first, levels: further.map((percent) => ({ percent })) },
        },
    };
}

export function valuesOf(deal: Deal | null, baseCurrency: string, start: Terms = { currency: baseCurrency }): DealValues {
    return {
        name: deal?.name ?? '',
        binding: deal?.binding ?? 'registration',
        isDefault: deal?.isDefault ?? false,
        effectiveFrom: '',
        scope: { brandIds: deal?.scope?.brandIds ?? [], countries: deal?.scope?.countries ?? [] },
        tierPool: deal?.tierPool ?? '',
        lateEvents: deal?.lateEvents ?? 'currentMonth',
        ...termValues(deal?.terms ?? start),
    };
}

// The members of a deal beside its terms.
export function rulesOf({ tierPool, lateEvents }: DealValues) {
    return { tierPool: tierPool.trim() || null, lateEvents };
}
