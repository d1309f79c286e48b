import type { Schema } from '@/api/client';
import { nounOf } from '@/format/statementPeriod';
import type { Format } from '@/format/format';
import { dealRuleTexts } from './dealRuleWords';
import { decisionWords, outcomeWords } from './decisionWords';

// Texts for the steps of an explanation, in the time zone and the locale of the reader.

export type Step = Schema<'ExplanationStep'>;
export type StepOf<Rule extends Step['rule']> = Extract<Step, { rule: Rule }>;

// `money` keeps all digits. Rounded amounts would not add up in an explanation.
export interface Words extends Pick<Format, 'dateTime' | 'plainDate' | 'plainPeriod'> {
    money(amount: string | number, currency: string): string;
    number(value: string | number): string;
}

export const componentWords: Record<Schema<'Component'>, string> = {
    cpa: 'CPA',
    revShare: 'revenue share',
    cpl: 'CPL',
    fixedMonthly: 'fixed monthly fee',
    subAffiliate: 'share of a sub-affiliate’s commission',
    turnover: 'share of wagers',
};

const eventWords: Record<Schema<'EventType'>, string> = {
    registration: 'a registration',
    first_deposit: 'a first deposit',
    deposit: 'a deposit',
    wager_placed: 'a wager',
    wager_settled: 'a settled wager',
    ngr_update: 'net gaming revenue',
    chargeback: 'a chargeback',
    withdrawal: 'a withdrawal',
    bonus: 'a bonus',
    kyc_verified: 'a KYC verification',
    self_exclusion: 'a self-exclusion',
    player_blocked: 'a block',
};

export const versionRuleWords: Record<Schema<'VersionRule'>, string> = {
    registrationDay: 'the player keeps the version of the day of registration',
    firstVersion: 'no version was in force on the day of registration, so the player keeps the first version',
    eventDay: 'the version of the day of the event applies',
    lastDayOfMonth: 'the version of the month’s last day applies',
};

const positive = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : amount);

function outcomeText(step: StepOf<'outcome'>, words: Words): string {
    const what = `${componentWords[step.component]} in ${words.plainPeriod(step.period)}.`;
    const amount = words.money(positive(step.amount), step.currency);
    switch (step.outcome) {
        case 'pending':
            return `${step.affiliate} may earn ${what}`;
        case 'nothing':
            return `${step.affiliate} earned nothing as ${what}`;
        case 'lost':
            return `${step.affiliate} lost ${amount} of ${what}`;
        case 'earned':
            return `${step.affiliate} earned ${amount} as ${what}`;
    }
}

function waitingText(step: StepOf<'waiting'>, words: Words): string {
    if (step.rate === null) {
        return `There is no exchange rate from ${step.from} to ${step.to} on or before ${words.plainDate(step.date)}, so the accrual is unpriced. When the exchange rate is added, the event is processed as if it were recorded then.`;
    }
    const rate = `The exchange rate from ${step.from} to ${step.to} of ${words.plainDate(step.rateDate)} is ${words.number(step.rate)}`;
    return step.waitsFor === 'processing' ? `${rate}. The event is about to be processed with it.` : `${rate}, which makes the amount too large to be right, so the accrual is unpriced. Add another exchange rate.`;
}

export function tierText(step: StepOf<'tierCrossed'>, words: Words): string {
    const money = (amount: string) => words.money(amount, step.currency);
    const tier = `${step.direction === 'up' ? 'The base reaches' : 'The base falls below'} the tier from ${money(step.threshold)}`;
    const rates = `${words.number(step.rateAfter)} % instead of ${words.number(step.rateBefore)} %`;
    if (step.reRatedBy === null || step.ownAmount === null) return `${tier}: its last slice earns ${rates}.`;
    const change = `${money(positive(step.reRatedBy))} ${step.reRatedBy.startsWith('-') ? 'less' : 'more'}`;
    return `${tier}: the whole period is re-rated and earns ${rates}. The previous base of ${money(step.baseBefore)} earns ${change}, and the event itself earns ${money(step.ownAmount)}.`;
}

export function playerTierText(step: StepOf<'playerTierCrossed'>, words: Words): string {
    const money = (amount: string) => words.money(amount, step.currency);
    const one = step.players === 1;
    const change = `${money(positive(step.reRatedBy))} ${step.reRatedBy.startsWith('-') ? 'less' : 'more'}`;
    return `With this player the period reaches the tier${step.threshold === null ? '' : ` from player ${step.threshold}`}: the whole period is re-rated. The ${step.players} ${one ? 'player who qualified before now earns' : 'players who qualified before now earn'} ${money(step.price)}${one ? '' : ' each'}, ${change}${one ? '' : ' in total'}.`;
}

const pricedBy: Record<StepOf<'playerPriced'>['pricedBy'], string> = {
    amount: 'the price is',
    country: 'the price of its country is',
    tier: 'the tier of this position pays',
    firstDeposit: 'the price of its first deposit is',
    cap: '',
    reversed: '',
};

function pricedText(step: StepOf<'playerPriced'>, words: Words): string {
    if (step.pricedBy === 'reversed') return `It is qualified player number ${step.position} of ${words.plainPeriod(step.month)}. Its CPA was reversed, so the deal pays nothing for it.`;
    const price = step.pricedBy === 'cap' ? `the deal pays nothing above the cap of ${step.monthlyCap} players a ${nounOf(step.month)}` : `${pricedBy[step.pricedBy]} ${words.money(step.price, step.currency)}`;
    return `It is qualified player number ${step.position} of ${words.plainPeriod(step.month)}, and ${price}.`;
}

function clawbackText(step: StepOf<'clawedBack'>, words: Words): string {
    const money = (amount: string) => words.money(amount, step.currency);
    const taken = `After the chargeback, the ${money(step.earned)} for the player is taken back`;
    if (step.clawback === 'always') return `${taken}. This deal takes CPA back after any chargeback.`;
    if (step.deposits === null || step.needed === null) return `${taken}.`;
    return `${taken}. Deposits less chargebacks are ${money(step.deposits)}, and the deal requires ${Number(step.needed) === 0 ? 'more than 0' : `at least ${money(step.needed)}`}.`;
}

function shareText(step: StepOf<'subAffiliateShare'>, words: Words): string {
    const { earned, component } = step;
    const who = step.subAffiliate ? step.subAffiliate : 'a sub-affiliate';
    const converted = earned && earned.currency !== step.currency ? ` (${words.money(step.base, step.currency)})` : '';
    const of = earned && component ? `the ${words.money(earned.amount, earned.currency)}${converted} that ${who} earned as ${componentWords[component]}` : 'the commission of the sub-affiliate';
    return `${words.number(step.percent)} % of ${of} is ${words.money(step.amount, step.currency)}.`;
}

function playerText(step: StepOf<'playerCredited'>, words: Words): string {
    const registered = step.registeredAt ? ` registered ${words.dateTime(step.registeredAt)} and` : '';
    const who = step.affiliate ?? 'this affiliate';
    const counts = step.stillCounts ? `counts for ${who}` : `counted for ${who} until it was taken from this affiliate`;
    const because = step.because ? ` ${decisionWords(step.because)}` : '';
    const note = step.because?.note ? ` Reason: ${step.because.note}` : '';
    return `${step.playerRef}${registered} ${counts}.${because}${note}`;
}

function revenueText(step: StepOf<'revenueMoved'>, words: Words): string {
    const money = (amount: string) => words.money(amount, step.currency);
    return `In ${words.plainPeriod(step.period)} the net gaming revenue under this version went from ${money(step.ngrBefore)} to ${money(step.ngrAfter)}, and chargebacks from ${money(step.chargebacksBefore)} to ${money(step.chargebacksAfter)}.`;
}

function qualifiedText(step: StepOf<'qualified'>, words: Words): string {
    const money = (amount: string) => words.money(amount, step.currency);
    return `With this event the player qualified: a first deposit of ${money(step.firstDeposit)} (at least ${money(step.minFirstDeposit)}), deposits less chargebacks of ${money(step.deposits)} (at least ${money(step.minTotalDeposits)}), wagers of ${money(step.wagered)} (at least ${money(step.minWagered)}).`;
}

function earnedText(step: StepOf<'shareEarned'>, words: Words): string {
    const money = (amount: string) => words.money(amount, step.currency);
    const earned = (base: string, rate: string | null, amount: string) =>
        `base of ${money(base)} earns ${money(amount)}${rate === null ? ', each slice at the rate of its tier' : ` at ${words.number(rate)} %`}`;
    return `A ${earned(step.baseBefore, step.rateBefore, step.earnedBefore)}; a ${earned(step.baseAfter, step.rateAfter, step.earnedAfter)}. The difference is ${money(step.amount)}.`;
}

// A text for each rule. Amounts are in the currency of the step, unless they have their own.
const texts: { [Rule in Step['rule']]: (step: StepOf<Rule>, words: Words) => string } = {
    outcome: outcomeText,
    event: ({ eventType, money, playerRef, brand, eventTime }, words) =>
        `The event is ${eventWords[eventType]}${money ? ` of ${words.money(money.amount, money.currency)}` : ''} for ${playerRef}${brand ? ` at ${brand}` : ''}, ${words.dateTime(eventTime)}.`,
    totalReceived: ({ added }, words) => `The brand sends totals. Compared with the previous total, the event adds ${words.money(added.amount, added.currency)}.`,
    dealApplied: ({ dealName, version, effectiveFrom, versionRule }, words) =>
        `Deal “${dealName}” applies in version ${version}, ${effectiveFrom ? `in force since ${words.plainDate(effectiveFrom)}` : 'in force from the beginning'}; ${versionRuleWords[versionRule]}.`,
    waiting: waitingText,
    converted: ({ conversion, to }, words) =>
        `${words.money(conversion.amount, conversion.currency)} is ${words.money(conversion.converted, to)} at the exchange rate ${words.number(conversion.rate)} of ${words.plainDate(conversion.date)}, the latest known one on or before the day of the event.`,
    takenBack: () => 'The player was taken from this affiliate. This accrual takes back an earlier one.',
    fixedPrice: ({ price, component, currency }, words) => `The deal pays ${words.money(price, currency)} for each ${component === 'cpl' ? 'registration' : 'month'}.`,
    revenueMoved: revenueText,
    baseMoved: ({ adminFeePercent, baseBefore, baseAfter, currency }, words) =>
        `After the admin fee of ${words.number(adminFeePercent)} % and chargebacks, the base went from ${words.money(baseBefore, currency)} to ${words.money(baseAfter, currency)}.`,
    shareEarned: earnedText,
    tierCrossed: tierText,
    qualified: qualifiedText,
    playerPriced: pricedText,
    playerTierCrossed: playerTierText,
    playerReRated: ({ threshold, priceBefore, priceAfter, currency }, words) =>
        `The event made another player qualify and reached a tier${threshold === null ? '' : ` (from player ${threshold})`} that applies to all players of the period. This player, who qualified before, now earns ${words.money(priceAfter, currency)} instead of ${words.money(priceBefore, currency)}.`,
    clawedBack: clawbackText,
    subAffiliateShare: shareText,
    payableLater: ({ payableFrom }, words) => `It is payable from ${words.dateTime(payableFrom)} on.`,
    countedLate: ({ ownPeriod, period }, words) => `Its ${nounOf(ownPeriod)}, ${words.plainPeriod(ownPeriod)}, is already closed, so it counts in ${words.plainPeriod(period)}.`,
    playerCredited: playerText,
    clickCredited: ({ clickTime }, words) => `The click that brought the player was made ${words.dateTime(clickTime)}.`,
    clickNotCredited: ({ outcome }) => `Another click was considered and did not count. ${outcomeWords(outcome)}`,
    ...dealRuleTexts,
};

// The text of a step. A rule that is newer than this page has the sentence of the server.
export function stepText(step: Step, words: Words): string {
    const write = texts[step.rule] as ((step: Step, words: Words) => string) | undefined;
    return write ? write(step, words) : step.text;
}

// The step with this rule, if the explanation has one.
export function stepOf<Rule extends Step['rule']>(steps: Step[], rule: Rule): StepOf<Rule> | undefined {
    return steps.find((step): step is StepOf<Rule> => step.rule === rule);
}

const rulesOfBase: Step['rule'][] = ['baseCarried', 'deducted', 'ringFenced'];

// The rules of the deal that change the base of revenue share besides the admin fee and chargebacks.
export const baseSteps = (steps: Step[]): Step[] => steps.filter(({ rule }) => rulesOfBase.includes(rule));
