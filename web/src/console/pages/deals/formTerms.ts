import { typedDecimal } from '@/format/decimal';
import { parse } from '@/deals/decimal';
import type { Needs, RevShare, Terms } from '@/deals/terms';
import type { ConditionKey } from './conditions';
import { termValues, type Count, type DealValues, type Need, type Part, type ProductRate, type TierValues } from './formValues';

// The terms that the fields of the form describe. Only conditions in use are sent.

const orNull = (value: Count): number | null => (value === '' ? null : value);
const orZero = (amount: string): string => amount.trim() || '0';

// A decimal comma is read as a point in every field of a number.
const withPoints = (terms: DealValues['terms']): DealValues['terms'] => {
    const read = JSON.parse(JSON.stringify(terms, (name, value: unknown) => (typeof value === 'string' && name !== 'product' ? typedDecimal(value) : value))) as DealValues['terms'];
    return { ...read, revShare: { ...read.revShare, excludeProducts: terms.revShare.excludeProducts } };
};

type Has = (key: ConditionKey) => boolean;

function cpaOf(cpa: DealValues['terms']['cpa'], has: Has): Terms['cpa'] {
    const amount = (key: ConditionKey, value: string) => (has(key) ? orZero(value) : '0');
    const excludes = [has('cpa.selfExcluded') && 'selfExcluded', has('cpa.blocked') && 'blocked'].filter(Boolean) as ('selfExcluded' | 'blocked')[];
    return {
        amount: cpa.amount,
        amountByCountry: has('cpa.amountByCountry') ? Object.fromEntries(cpa.amountByCountry.filter((one) => one.country).map((one) => [one.country, one.amount.trim()])) : {},
        minFirstDeposit: amount('cpa.minFirstDeposit', cpa.minFirstDeposit),
        minTotalDeposits: amount('cpa.minTotalDeposits', cpa.minTotalDeposits),
        minWagered: amount('cpa.minWagered', cpa.minWagered),
        qualifyWithinDays: has('cpa.qualifyWithinDays') ? orNull(cpa.qualifyWithinDays) : null,
        tiers: has('cpa.tiers') ? cpa.tiers.map((tier) => ({ from: Number(tier.from), amount: tier.amount.trim() })) : [],
        tierMode: cpa.tierMode,
        monthlyCap: has('cpa.monthlyCap') ? orNull(cpa.monthlyCap) : null,
        holdDays: (has('cpa.holdDays') ? orNull(cpa.holdDays) : null) ?? 0,
        clawback: has('cpa.clawback') ? cpa.clawback : 'ifUnqualified',
        ...(has('cpa.minBets') && cpa.minBets !== '' ? { minBets: cpa.minBets } : {}),
        ...(has('cpa.kycVerified') ? { requires: ['kycVerified' as const] } : {}),
        ...(excludes.length > 0 ? { excludes } : {}),
        ...(has('cpa.qualifyWithinDays') && cpa.qualifyFrom === 'firstDeposit' ? { qualifyFrom: cpa.qualifyFrom } : {}),
        ...(has('cpa.firstDepositWindowHours') ? { firstDepositWindowHours: orNull(cpa.firstDepositWindowHours) } : {}),
        ...(has('cpa.amountByFirstDeposit') && cpa.amountByFirstDeposit.length > 0 ? { amountByFirstDeposit: cpa.amountByFirstDeposit } : {}),
    };
}

function needsOf(needs: Need[]): Needs {
    return Object.fromEntries(needs.map(({ what, atLeast }) => [what, what === 'deposits' ? atLeast.trim() : Number(atLeast)])) as Needs;
}

const ratesOf = (rates: ProductRate[]): Record<string, string> => Object.fromEntries(rates.filter((one) => one.product.trim()).map((one) => [one.product.trim().toLowerCase(), one.rate.trim()]));

function tierOf(tier: TierValues, by: RevShare['tierBy']): NonNullable<RevShare['tiers']>[number] {
    const isAmount = by === 'base' || by === 'deposits';
    return {
        from: isAmount ? tier.from : Number(tier.from),
        rate: tier.rate,
        ...(tier.requires.length > 0 ? { requires: needsOf(tier.requires) } : {}),
        ...(tier.rateByProduct.length > 0 ? { rateByProduct: ratesOf(tier.rateByProduct) } : {}),
    };
}

// The members that say what happens to a negative month. The short form is used where it is enough.
function negativeOf({ negative }: DealValues['terms']['revShare'], has: Has): Pick<RevShare, 'negative' | 'negativeCarryover'> {
    const roller = has('revShare.highRoller') ? { highRoller: { playerLoss: negative.highRoller.playerLoss.trim(), when: negative.highRoller.when } } : {};
    if (!has('revShare.negative')) return has('revShare.highRoller') ? { negative: { policy: 'carry', ...roller } } : { negativeCarryover: true };
    const { policy, carryMonths, carryBase, onlyChargebacks } = negative;
    const carry = { ...(carryMonths === '' ? {} : { carryMonths }), ...(carryBase ? { carryBase } : {}), ...(onlyChargebacks ? { onlyChargebacks } : {}) };
    return { negative: { policy, ...(policy === 'carry' ? carry : {}), ...roller } };
}

function deductionsOf({ deductions }: DealValues['terms']['revShare'], has: Has): Pick<RevShare, 'deductions'> {
    if (!has('revShare.deductions')) return {};
    const { bonusPercent, depositFeePercent, withdrawalFeePercent, beforeAdminFee } = deductions;
    return { deductions: { bonusPercent: orZero(bonusPercent), depositFeePercent: orZero(depositFeePercent), withdrawalFeePercent: orZero(withdrawalFeePercent), beforeAdminFee } };
}

// Tiers by activity and rates by product have no slices, so their tiers always apply to the whole month.
export function needsWhole(share: DealValues['terms']['revShare'], conditions: ConditionKey[]): boolean {
    const ladder = conditions.includes('revShare.tiers') && (share.tierBy !== 'base' || share.tiers.some((tier) => tier.rateByProduct.length > 0));
    return ladder || (conditions.includes('revShare.rateByProduct') && share.rateByProduct.length > 0);
}

function revShareOf(share: DealValues['terms']['revShare'], conditions: ConditionKey[]): Terms['revShare'] {
    const has: Has = (key) => conditions.includes(key);
    const ladder = has('revShare.tiers') && share.tiers.length > 0;
    const needs = has('revShare.requires') && share.requires.needs.length > 0;
    return {
        rate: share.rate,
        tiers: ladder ? share.tiers.map((tier) => tierOf(tier, share.tierBy)) : [],
        tierMode: needsWhole(share, conditions) ? 'whole' : share.tierMode,
        ...(ladder && share.tierBy !== 'base' ? { tierBy: share.tierBy } : {}),
        ...(needs ? { requires: { ...needsOf(share.requires.needs), elseRate: orZero(share.requires.elseRate) } } : {}),
        ...(has('revShare.introRate') ? { introRate: { rate: share.introRate.rate, months: Number(share.introRate.months) } } : {}),
        ...(has('revShare.rateByProduct') && share.rateByProduct.length > 0 ? { rateByProduct: ratesOf(share.rateByProduct) } : {}),
        ...(has('revShare.excludeProducts') && share.excludeProducts.length > 0 ? { excludeProducts: share.excludeProducts.map((product) => product.toLowerCase()) } : {}),
        adminFeePercent: has('revShare.adminFeePercent') ? orZero(share.adminFeePercent) : '0',
        ...deductionsOf(share, has),
        deductChargebacks: !has('revShare.keepChargebacks'),
        ...negativeOf(share, has),
        durationMonths: has('revShare.durationMonths') ? orNull(share.durationMonths) : null,
        ...(has('revShare.inactiveAfterMonths') ? { inactiveAfterMonths: orNull(share.inactiveAfterMonths) } : {}),
    };
}

// The terms to send. Required fields are sent unchanged, because the server reports their errors.
export function termsOf(values: DealValues): Terms {
    const { currency, cpa, revShare, turnover, cpl, fixedMonthly, subAffiliate } = withPoints(values.terms);
    const uses = (part: Part) => values.parts.includes(part);
    const has: Has = (key) => values.conditions.includes(key);
    const terms: Terms = { currency: currency.trim().toUpperCase() };
    if (uses('cpa')) terms.cpa = cpaOf(cpa, has);
    if (uses('revShare')) terms.revShare = revShareOf(revShare, values.conditions);
    if (uses('turnover')) terms.turnover = { rate: turnover.rate, ...(has('turnover.rateByProduct') && turnover.rateByProduct.length > 0 ? { rateByProduct: ratesOf(turnover.rateByProduct) } : {}) };
    if (uses('cpl')) terms.cpl = cpl;
    if (uses('fixedMonthly')) terms.fixedMonthly = fixedMonthly;
    if (uses('subAffiliate')) {
        const further = has('subAffiliate.levels') ? subAffiliate.levels.map((level) => level.percent.trim()) : [];
        terms.subAffiliate = further.length > 0 ? { levels: [subAffiliate.percentOfCommission, ...further] } : { percentOfCommission: subAffiliate.percentOfCommission };
    }
    return terms;
}

const isAmount = (text: string) => (parse(text) ?? -1n) >= 0n;
const isPercent = (text: string) => isAmount(text) && (parse(text) ?? 0n) <= 10_000_000_000n;
const isCount = (text: string) => /^\d{1,9}$/.test(text.trim());
const money = 'Enter a number such as 100 or 49.99';
const share = 'Enter a percentage from 0 to 100';
const whole = 'Enter a whole number';

function ascends(tiers: { from: unknown }[]): number {
    const starts = tiers.map((tier) => parse(String(tier.from)) ?? -1n);
    return starts.findIndex((from, at) => from < 0n || (at > 0 && from <= (starts[at - 1] as bigint)));
}

type Refuse = (good: boolean, path: string, said: string) => void;

function checkLists(refuse: Refuse, path: string, { needs = [], rates = [] }: { needs?: Need[]; rates?: ProductRate[] }): void {
    needs.forEach((one, at) => refuse(one.what === 'deposits' ? isAmount(one.atLeast) : isCount(one.atLeast), `${path}.${at}.atLeast`, one.what === 'deposits' ? money : whole));
    rates.forEach((one, at) => {
        refuse(one.product.trim() !== '', `${path}.${at}.product`, 'Enter a product');
        refuse(isPercent(one.rate), `${path}.${at}.rate`, share);
    });
}

function checkTiers(refuse: Refuse, path: string, tiers: { from: unknown }[]): void {
    const at = ascends(tiers);
    refuse(at === -1, `${path}.${at}.from`, 'Enter a value above the previous tier');
}

function checkCpa(cpa: DealValues['terms']['cpa'], has: Has, refuse: Refuse): void {
    const at = 'terms.cpa';
    refuse(isAmount(cpa.amount), `${at}.amount`, money);
    for (const member of ['minFirstDeposit', 'minTotalDeposits', 'minWagered'] as const) refuse(!has(`cpa.${member}`) || isAmount(orZero(cpa[member])), `${at}.${member}`, money);
    for (const member of ['minBets', 'qualifyWithinDays', 'firstDepositWindowHours'] as const) refuse(!has(`cpa.${member}`) || cpa[member] !== '', `${at}.${member}`, whole);
    if (has('cpa.amountByCountry')) cpa.amountByCountry.forEach((one, row) => refuse(Boolean(one.country) && isAmount(one.amount), `${at}.amountByCountry.${row}.amount`, one.country ? money : 'Choose a country'));
    if (has('cpa.amountByFirstDeposit')) {
        cpa.amountByFirstDeposit.forEach((one, row) => refuse(isAmount(one.amount), `${at}.amountByFirstDeposit.${row}.amount`, money));
        checkTiers(refuse, `${at}.amountByFirstDeposit`, cpa.amountByFirstDeposit);
    }
    if (has('cpa.tiers')) {
        cpa.tiers.forEach((tier, row) => refuse(isAmount(tier.amount), `${at}.tiers.${row}.amount`, money));
        checkTiers(refuse, `${at}.tiers`, cpa.tiers);
    }
}

function checkRevShare(terms: DealValues['terms']['revShare'], has: Has, refuse: Refuse): void {
    const at = 'terms.revShare';
    const { deductions, introRate, negative } = terms;
    refuse(isPercent(terms.rate), `${at}.rate`, share);
    refuse(!has('revShare.adminFeePercent') || isPercent(orZero(terms.adminFeePercent)), `${at}.adminFeePercent`, share);
    if (has('revShare.tiers')) {
        terms.tiers.forEach((tier, row) => {
            refuse(isPercent(tier.rate), `${at}.tiers.${row}.rate`, share);
            checkLists(refuse, `${at}.tiers.${row}.requires`, { needs: tier.requires });
            checkLists(refuse, `${at}.tiers.${row}.rateByProduct`, { rates: tier.rateByProduct });
        });
        checkTiers(refuse, `${at}.tiers`, terms.tiers);
    }
    if (has('revShare.requires')) {
        checkLists(refuse, `${at}.requires.needs`, { needs: terms.requires.needs });
        refuse(isPercent(orZero(terms.requires.elseRate)), `${at}.requires.elseRate`, share);
    }
    if (has('revShare.rateByProduct')) checkLists(refuse, `${at}.rateByProduct`, { rates: terms.rateByProduct });
    if (has('revShare.deductions')) for (const member of ['bonusPercent', 'depositFeePercent', 'withdrawalFeePercent'] as const) refuse(isPercent(orZero(deductions[member])), `${at}.deductions.${member}`, share);
    if (has('revShare.introRate')) {
        refuse(isPercent(introRate.rate), `${at}.introRate.rate`, share);
        refuse(introRate.months !== '' && introRate.months > 0, `${at}.introRate.months`, whole);
    }
    if (has('revShare.highRoller')) refuse(isAmount(negative.highRoller.playerLoss), `${at}.negative.highRoller.playerLoss`, money);
    for (const member of ['durationMonths', 'inactiveAfterMonths'] as const) refuse(!has(`revShare.${member}`) || terms[member] !== '', `${at}.${member}`, whole);
}

// The missing and invalid values of the terms, by the path of the field.
export function problemsOf(values: DealValues): Record<string, string> {
    const { cpa, revShare, turnover, cpl, fixedMonthly, subAffiliate, currency } = withPoints(values.terms);
    const found: Record<string, string> = {};
    const refuse: Refuse = (good, path, said) => {
        if (!good && !(path in found)) found[path] = said;
    };
    const uses = (part: Part) => values.parts.includes(part);
    const has: Has = (key) => values.conditions.includes(key);
    refuse(values.parts.length > 0, 'parts', 'Choose at least one component');
    refuse(/^[A-Za-z0-9]{3,10}$/.test(currency.trim()), 'terms.currency', 'Enter a code such as EUR');
    if (uses('cpa')) checkCpa(cpa, has, refuse);
    if (uses('revShare')) checkRevShare(revShare, has, refuse);
    if (uses('turnover')) {
        refuse(isPercent(turnover.rate), 'terms.turnover.rate', share);
        if (has('turnover.rateByProduct')) checkLists(refuse, 'terms.turnover.rateByProduct', { rates: turnover.rateByProduct });
    }
    if (uses('cpl')) refuse(isAmount(cpl.amount), 'terms.cpl.amount', money);
    if (uses('fixedMonthly')) refuse(isAmount(fixedMonthly.amount), 'terms.fixedMonthly.amount', money);
    if (uses('subAffiliate')) {
        refuse(isPercent(subAffiliate.percentOfCommission), 'terms.subAffiliate.percentOfCommission', share);
        if (has('subAffiliate.levels')) subAffiliate.levels.forEach((level, at) => refuse(isPercent(level.percent), `terms.subAffiliate.levels.${at}.percent`, share));
    }
    return found;
}

// Objects in the order of their names, decimals by their value.
function normal(value: unknown): unknown {
    if (typeof value === 'string') return parse(value)?.toString() ?? value;
    if (Array.isArray(value)) return value.map(normal);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, normal(member)]));
}

// Compares values instead of texts: "100.0" equals "100", and a missing member equals its default.
export function sameTerms(one: Terms, other: Terms): boolean {
    const written = (terms: Terms) => JSON.stringify(normal(termsOf({ ...termValues(terms) } as DealValues)));
    return written(one) === written(other);
}
