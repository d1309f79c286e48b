import type { Schema } from '@/api/client';
import { nounOf } from '@/format/statementPeriod';
import type { Format } from '@/format/format';
import { joinWords } from '@/deals/words';
import { componentWords, versionRuleWords } from './stepWords';

// Texts that say why a component of a deal has not paid for a player.

export type Unpaid = Schema<'UnpaidComponent'>;
export type Missing = Unpaid['missing'][number];

export interface ReasonWords extends Pick<Format, 'number' | 'dateTime' | 'plainDate' | 'plainPeriod'> {
    money(amount: string | null, currency?: string): string;
}

const counted = (count: number | null, one: string, many: string): string => `${count ?? 0} ${count === 1 ? one : many}`;

const daysText = (days: number | null): string => (days === null ? '' : days === 0 ? ', less than a day left' : `, ${counted(days, 'day', 'days')} left`);

// The original amounts behind a converted amount, or ''.
function originText({ events }: Missing, words: ReasonWords): string {
    const parts = events
        .filter((event) => event.excluded === null && event.rate !== null)
        .map((event) => `${words.money(event.amount, event.currency)} at the exchange rate ${event.rate} of ${words.plainDate(event.rateDate)}`);
    return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}

function firstDepositText(one: Missing, words: ReasonWords): string {
    const { needed, have, missing, currency, reason, deposits } = one;
    const money = (amount: string | null) => words.money(amount, currency ?? undefined);
    const wanted = Number(needed) > 0 ? `a first deposit of at least ${money(needed)}` : 'a first deposit';
    switch (reason) {
        case 'tooSmall':
            return `the first deposit of ${money(have)}${originText(one, words)} is ${money(missing)} below the minimum of ${money(needed)}`;
        case 'depositOnly':
            return `${wanted} (no first_deposit event was received; the ${counted(deposits, 'deposit', 'deposits')} received cannot replace it, and count only towards total deposits)`;
        case 'tooLate':
            return 'a first deposit in time (the existing one came too late)';
        case 'lateOrBeforeDeal':
            return 'a first deposit in time (the existing one came too late, or before the deal)';
        case 'beforeDeal':
            return 'a first deposit under this deal (the existing one came before it)';
        case 'waitsForRate':
            return `${wanted} (the existing one waits for an exchange rate)`;
        default:
            return wanted;
    }
}

function missingText(one: Missing, words: ReasonWords): string {
    const money = (amount: string | null) => words.money(amount, one.currency ?? undefined);
    const more = (what: string) => {
        const origin = originText(one, words);
        return `${money(one.missing)} more in ${what}${origin ? `, after ${money(one.have)}${origin}` : ''}`;
    };
    switch (one.condition) {
        case 'minFirstDeposit':
            return firstDepositText(one, words);
        case 'minTotalDeposits':
            return more('deposits');
        case 'minWagered':
            return more('wagers');
        case 'minBets':
            return `${words.number(one.missing)} more ${one.missing === '1' ? 'bet' : 'bets'}`;
        case 'kycVerified':
            return 'the verification of its identity';
        case 'newDepositors':
            return `${words.number(one.missing)} more new ${one.missing === '1' ? 'depositor' : 'depositors'}`;
        case 'qualifiedPlayers':
            return `${words.number(one.missing)} more qualified ${one.missing === '1' ? 'player' : 'players'}`;
        case 'activePlayers':
            return `${words.number(one.missing)} more active ${one.missing === '1' ? 'player' : 'players'}`;
        case 'deposits':
            return `${money(one.missing)} more in deposits of the affiliate’s players`;
        default:
            return 'another event of the player';
    }
}

function ruleText(unpaid: Unpaid, words: ReasonWords): string {
    const list = () => joinWords(unpaid.missing.map((one) => missingText(one, words)));
    const qualified = () => `The player qualified as number ${unpaid.position} of ${words.plainPeriod(unpaid.month)}`;
    switch (unpaid.rule) {
        case 'notRegistered':
            return 'The player has not registered. Its events wait for the registration.';
        case 'organic':
            return 'No affiliate brought this player (it is organic), so no affiliate earns commission.';
        case 'noDeal':
            return 'The affiliate has no deal in force for the player’s brand and country.';
        case 'conditionsMissing':
            return `Missing: ${list()}${daysText(unpaid.daysLeft)}.`;
        case 'cannotQualify':
            return `The player cannot qualify: ${list()}.`;
        case 'timeExpired':
            return `The ${counted(unpaid.limit, 'day', 'days')} to qualify ended ${words.dateTime(unpaid.until)}. Still missing: ${list()}.`;
        case 'clawedBack':
            return 'The CPA was taken back after a chargeback. A player does not qualify twice.';
        case 'capped':
            return `${qualified()}, above the cap of ${counted(unpaid.limit, 'player', 'players')} a ${unpaid.month === null ? 'month' : nounOf(unpaid.month)}.`;
        case 'paysNothing':
            return unpaid.position === null ? 'The deal pays nothing for a registration.' : `${qualified()}, and the deal pays nothing for it.`;
        case 'waitsForRate':
            return 'The value of the player’s net gaming revenue is not known yet.';
        case 'noRevenue':
            return `The player has no net gaming revenue yet${daysText(unpaid.daysLeft)}.`;
        case 'revenueEarnedNothing':
            return `The player’s net gaming revenue has earned nothing so far${daysText(unpaid.daysLeft)}.`;
        case 'shareEnded': {
            const ended = `The ${counted(unpaid.limit, 'month', 'months')} of revenue share ended ${words.dateTime(unpaid.until)}`;
            return unpaid.hasRevenue ? `${ended}, and no net gaming revenue before then has earned anything.` : `${ended}, before there was any revenue to share.`;
        }
        case 'zeroRate':
            return 'The deal pays 0 % of net gaming revenue.';
        case 'feeTakesAll':
            return 'The deal’s admin fee of 100 % leaves no net gaming revenue to share.';
        case 'suspended':
            return unpaid.limit
                ? `${counted(unpaid.limit, 'event of the player was', 'events of the player were')} recorded while the affiliate was suspended, and earned nothing.`
                : 'The affiliate is suspended. Events that are recorded now earn nothing.';
        case 'inactive':
            return `The player was inactive for ${counted(unpaid.limit, 'month', 'months')} or longer: it had no deposit, wager or net gaming revenue. Such a player no longer earns commission.`;
        case 'reversedByHand':
            return `The operator has reversed the ${componentWords[unpaid.component ?? 'cpa']} of this player.`;
        case 'notAtRegistration':
            return 'The player’s deal had no CPL when the registration was recorded.';
        case 'excluded':
            return `${unpaid.missing[0]?.condition === 'selfExcluded' ? 'The player excluded itself' : 'The player was blocked'} before the CPA was payable, and under this deal such a player earns none.`;
        case 'activityMissing':
            return `The affiliate’s ${unpaid.month === null ? 'period' : nounOf(unpaid.month)} lacks ${list()}. Until then, revenue earns nothing.`;
        case 'noWagers':
            return 'The player has placed no wagers that pay yet.';
    }
}

export function unpaidText(unpaid: Unpaid, words: ReasonWords): string {
    const waiting = unpaid.waiting.map(({ events, from, to }) => ` ${counted(events, 'event waits', 'events wait')} for an exchange rate from ${from} to ${to}.`);
    return ruleText(unpaid, words) + waiting.join('');
}

export type Deal = Schema<'PlayerDeals'>[number];

const obstacles: Record<Deal['reasons'][number], (deal: Deal, words: ReasonWords) => string> = {
    brand: () => 'it is for other brands',
    country: ({ scope, playerCountry }) => `it is for players from ${joinWords(scope.countries)}${playerCountry ? `, not ${playerCountry}` : ', and the player’s country is unknown'}`,
    notInForce: ({ effectiveFrom }, words) => (effectiveFrom ? `it is in force only from ${words.plainDate(effectiveFrom)}` : 'it was not in force'),
    lessSpecific: () => 'the deal that applies has a narrower scope',
    older: () => 'the deal that applies is newer',
    alreadyBound: () => 'the player keeps its first deal',
};

// Says whether a deal of the affiliate applies to the player, and why.
export function dealText(deal: Deal, words: ReasonWords): string {
    if (!deal.applies) return `Does not apply: ${joinWords(deal.reasons.map((reason) => obstacles[reason](deal, words)))}.`;
    const since = deal.effectiveFrom ? `in force since ${words.plainDate(deal.effectiveFrom)}` : 'in force from the beginning';
    const rule = deal.versionRule ? `; ${versionRuleWords[deal.versionRule]}` : '';
    const stand = deal.isDefault ? ' It is the default deal, for affiliates without a deal of their own.' : deal.assigned ? '' : ' The affiliate no longer has this deal, but the player keeps it.';
    return `Applies in version ${deal.version}, ${since}${rule}.${stand}`;
}

const stepLabels: Partial<Record<Missing['condition'], string>> = {
    minFirstDeposit: 'First deposit',
    minTotalDeposits: 'Deposits less chargebacks',
    minWagered: 'Wagers',
};

export interface Progress {
    label: string;
    words: string;
    // From 0 to 100.
    percent: number;
}

// The progress of conditions that are sums. Other conditions have only a sentence.
export function progressOf(missing: Missing[], words: ReasonWords): Progress[] {
    return missing.flatMap(({ condition, needed, have, currency }) => {
        const label = stepLabels[condition];
        if (!label || needed === null || have === null || Number(needed) <= 0) return [];
        const money = (amount: string) => words.money(amount, currency ?? undefined);
        const percent = Math.min(100, Math.max(0, (Number(have) * 100) / Number(needed)));
        return [{ label, words: `${money(have)} of ${money(needed)}`, percent }];
    });
}

// The rules under which the component can still pay in the time that is left.
const stillPossible: Unpaid['rule'][] = ['conditionsMissing', 'waitsForRate', 'noRevenue', 'revenueEarnedNothing'];

// "12 days left", or null without a limit, after it has passed, or if time changes nothing.
export function timeLeft(unpaid: Pick<Unpaid, 'daysLeft' | 'rule'>, words: ReasonWords): string | null {
    const days = unpaid.daysLeft;
    if (!days || !stillPossible.includes(unpaid.rule)) return null;
    return days === 1 ? '1 day left' : `${words.number(days)} days left`;
}
