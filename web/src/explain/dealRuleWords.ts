import type { Schema } from '@/api/client';
import { joinWords } from '@/deals/words';
import { nounOf } from '@/format/statementPeriod';
import type { StepOf, Words } from './stepWords';

// Texts for the steps of an explanation that only deals with certain rules have.

type Measure = StepOf<'nextTier'>['missingOf'];

const nouns: Record<Exclude<Measure, 'base' | 'deposits'>, [string, string]> = {
    newDepositors: ['new depositor', 'new depositors'],
    qualifiedPlayers: ['qualified player', 'qualified players'],
    activePlayers: ['active player', 'active players'],
};

const isOne = (count: string | number): boolean => Number(count) === 1;

// "€500.00 in deposits" or "3 new depositors".
function measured(of: Measure, value: string, currency: string, words: Words): string {
    if (of === 'base' || of === 'deposits') return `${words.money(value, currency)} in ${of === 'base' ? 'the base' : 'deposits'}`;
    return `${words.number(value)} ${nouns[of][isOne(value) ? 0 : 1]}`;
}

// "€500.00 more in deposits" or "3 more new depositors".
function missingOf(of: Measure, value: string, currency: string, words: Words): string {
    if (of === 'base' || of === 'deposits') return `${words.money(value, currency)} more in ${of === 'base' ? 'the base' : 'deposits'}`;
    return `${words.number(value)} more ${nouns[of][isOne(value) ? 0 : 1]}`;
}

function activityText(step: StepOf<'activityCounted'>, words: Words): string {
    const count = (of: keyof typeof nouns, before: number | null, after: number | null) =>
        after === null ? [] : [`${words.number(after)} ${nouns[of][isOne(after) ? 0 : 1]}${before === null || before === after ? '' : ` (${words.number(before)} before)`}`];
    const counts = [
        ...count('newDepositors', step.newDepositorsBefore, step.newDepositorsAfter),
        ...count('qualifiedPlayers', step.qualifiedPlayersBefore, step.qualifiedPlayersAfter),
        ...count('activePlayers', step.activePlayersBefore, step.activePlayersAfter),
        ...(step.depositsAfter === null ? [] : [`deposits of ${words.money(step.depositsAfter, step.currency)}`]),
    ];
    return `In ${words.plainPeriod(step.period)} the affiliate has ${joinWords(counts)} under this deal.`;
}

const nextTierText = (step: StepOf<'nextTier'>, words: Words): string => `${missingOf(step.missingOf, step.missing, step.currency, words)} for ${words.number(step.rate)} %.`;

function elseRateText(step: StepOf<'elseRateApplied'>, words: Words): string {
    const amount = (value: string) => measured(step.missingOf, value, step.currency, words);
    return `The deal requires ${amount(step.needed)} in the period, and the affiliate has ${amount(step.have)}, so the whole base earns ${words.number(step.elseRate)} %.`;
}

const introRateText = (step: StepOf<'introRateApplied'>, words: Words): string =>
    `In its first ${isOne(step.months) ? 'month' : `${words.number(step.months)} months`} the affiliate earns at least ${words.number(step.rate)} % of the whole base.`;

function deductedText(step: StepOf<'deducted'>, words: Words): string {
    const money = (amount: string) => words.money(amount, step.currency);
    const part = (percent: string, amount: string, what: string) => (Number(percent) === 0 ? [] : [`${words.number(percent)} % of ${money(amount)} in ${what}`]);
    const parts = [
        ...part(step.bonusPercent, step.bonuses, 'bonuses'),
        ...part(step.depositFeePercent, step.deposits, 'deposits'),
        ...part(step.withdrawalFeePercent, step.withdrawals, 'withdrawals'),
    ];
    return `${step.beforeAdminFee ? 'Before' : 'After'} the admin fee the deal deducts ${joinWords(parts)}: together ${money(step.deductedAfter)} instead of ${money(step.deductedBefore)}.`;
}

function productText(step: StepOf<'productShare'>, words: Words): string {
    const money = (amount: string) => words.money(amount, step.currency);
    const earns = step.rate === null ? '' : ` and earns ${words.number(step.rate)} %`;
    return `The base of product “${step.product ?? ''}” went from ${money(step.baseBefore)} to ${money(step.baseAfter)}${earns}.`;
}

function brandReRatedText(step: StepOf<'brandReRated'>, words: Words): string {
    const rate = (percent: string | null) => (percent === null ? 'several rates' : `${words.number(percent)} %`);
    const brand = step.brand === null ? '' : ` of brand “${step.brand}”`;
    return `The event changed the rate of the whole period. The base of ${words.money(step.base, step.currency)}${brand} earns ${rate(step.rateAfter)} instead of ${rate(step.rateBefore)}.`;
}

function otherBrandsText(step: StepOf<'otherBrandsReRated'>, words: Words): string {
    const money = (amount: string) => words.money(amount, step.currency);
    return `The part of the event’s brand is ${money(step.own)}. The other brands are re-rated by ${money(step.others)} in accruals of their own.`;
}

function poolText(step: StepOf<'poolCounted'>, words: Words): string {
    const amount = (value: string) => measured(step.measure ?? 'qualifiedPlayers', value, step.currency, words);
    const before = step.before === null || step.before === step.after ? '' : ` instead of ${amount(step.before)}`;
    return `For the tiers, the deals of the pool “${step.tierPool}” count together: ${amount(step.after)}${before}.`;
}

function versionsText(step: StepOf<'versionsCounted'>): string {
    const versions = joinWords(step.versions.map(String));
    return step.component === 'cpa' ? `Versions ${versions} of the deal have equal CPA terms, so their players are counted together.` : `Versions ${versions} of the deal have equal RevShare terms, so the sums include all of them.`;
}

function ownMonthText(step: StepOf<'ownMonthCounted'>, words: Words): string {
    const own = words.plainPeriod(step.ownPeriod);
    return `Its ${nounOf(step.ownPeriod)}, ${own}, is already closed. The amount is computed with the sums of ${own} and booked in ${words.plainPeriod(step.period)}.`;
}

function wagersText(step: StepOf<'wagersMoved'>, words: Words): string {
    const money = (amount: string) => words.money(amount, step.currency);
    const product = step.product === null ? '' : ` on product “${step.product}”`;
    return `In ${words.plainPeriod(step.period)} wagers${product} went from ${money(step.wageredBefore)} to ${money(step.wageredAfter)}. They earn ${words.number(step.rate)} %: ${money(step.amount)} for this event.`;
}

function conditionsText(step: StepOf<'conditionsMet'>, words: Words): string {
    const bets = `The player has placed ${words.number(step.bets)} ${isOne(step.bets) ? 'bet' : 'bets'} (at least ${words.number(step.minBets)})`;
    if (step.minBets === 0) return 'The player’s identity is verified.';
    return step.kycVerified ? `${bets}, and its identity is verified.` : `${bets}.`;
}

function firstDepositText(step: StepOf<'firstDepositGrew'>, words: Words): string {
    const money = (amount: string) => words.money(amount, step.currency);
    return `The deposit is added to the player’s first deposit, which is now ${money(step.firstDeposit)}. The deal pays ${money(step.priceAfter)} for the player instead of ${money(step.priceBefore)}.`;
}

const exclusions: Partial<Record<Schema<'EventType'>, string>> = { self_exclusion: 'The player excluded itself' };

const excludedText = (step: StepOf<'playerExcluded'>, words: Words): string =>
    `${exclusions[step.eventType] ?? 'The player was blocked'} before the CPA was payable, so the ${words.money(step.earned, step.currency)} for the player is taken back.`;

function reversedText(step: StepOf<'reversedByHand'>): string {
    const who = step.actor === null ? '' : ` (${step.actor})`;
    return `The operator reversed an earlier accrual by hand${who}${step.reason === null ? '.' : `: ${step.reason}`}`;
}

const baseCarriedText = (step: StepOf<'baseCarried'>, words: Words): string =>
    `The base of ${words.plainPeriod(step.period)} begins with ${words.money(step.base, step.currency)}, because earlier periods ended below zero.`;

function ringFencedText(step: StepOf<'ringFenced'>, words: Words): string {
    const money = (amount: string) => words.money(amount, step.currency);
    return `A player whose base in a period is minus ${money(step.playerLoss)} or lower is ring-fenced. Such amounts, and revenue that settles them, are not part of the base: ${money(step.keptOutAfter)} now, ${money(step.keptOutBefore)} before.`;
}

function followedText(step: StepOf<'statementFollowed'>, words: Words): string {
    const money = (amount: string) => words.money(amount, step.currency);
    // Sub-affiliates can have different periods that ended on the same day.
    const period = step.period === null ? `a period that ended on ${words.plainDate(step.lastDay)}` : words.plainPeriod(step.period);
    return `The statement of a sub-affiliate for ${period} carries over or waives ${money(step.base)}. The parent’s share of this is ${words.number(step.percent)} %: ${money(step.amount)}.`;
}

export const dealRuleTexts = {
    activityCounted: activityText,
    nextTier: nextTierText,
    elseRateApplied: elseRateText,
    introRateApplied: introRateText,
    deducted: deductedText,
    productShare: productText,
    brandReRated: brandReRatedText,
    otherBrandsReRated: otherBrandsText,
    poolCounted: poolText,
    versionsCounted: versionsText,
    ownMonthCounted: ownMonthText,
    wagersMoved: wagersText,
    conditionsMet: conditionsText,
    firstDepositGrew: firstDepositText,
    playerExcluded: excludedText,
    reversedByHand: reversedText,
    baseCarried: baseCarriedText,
    ringFenced: ringFencedText,
    statementFollowed: followedText,
};
