import type { Cpa } from './terms';
import { days, isSet, isSome, joinWords, some, type Writer } from './words';

// The sentences about CPA, the same for the operator and the affiliate.

function qualifying(cpa: Cpa, w: Writer): string {
    const conditions = some([
        isSome(cpa.minFirstDeposit) ? `a first deposit of at least ${w.money(cpa.minFirstDeposit)}` : 'a first deposit',
        isSome(cpa.minTotalDeposits) ? `deposits of at least ${w.money(cpa.minTotalDeposits)} after chargebacks` : null,
        isSome(cpa.minWagered) ? `wagers of at least ${w.money(cpa.minWagered)}` : null,
        cpa.minBets ? `at least ${cpa.minBets === 1 ? '1 bet' : `${w.number(cpa.minBets)} bets`}` : null,
        cpa.requires?.includes('kycVerified') ? 'a verified identity (KYC)' : null,
    ]);
    const from = cpa.qualifyFrom === 'firstDeposit' ? 'the first deposit' : 'registration';
    const within = isSet(cpa.qualifyWithinDays) ? `${conditions.length > 1 ? ', all' : ''} within ${days(cpa.qualifyWithinDays, w)} of ${from}` : '';
    return `A player qualifies with ${joinWords(conditions)}${within}.`;
}

const clawbacks = {
    ifUnqualified: 'If a player no longer meets these conditions after a chargeback, the CPA for that player is taken back.',
    always: 'After any chargeback of a player, the CPA for that player is taken back.',
    never: 'CPA is not taken back after a chargeback.',
};

const exclusions = { selfExcluded: 'who exclude themselves', blocked: 'who are blocked' };

function exclusionWords(cpa: Cpa): string | null {
    const who = (cpa.excludes ?? []).map((one) => exclusions[one]);
    if (who.length === 0) return null;
    return `Players ${joinWords(who).replace(' and ', ' or ')} before the CPA is payable earn none.`;
}

function capWords(cap: number, w: Writer): string {
    return `At most ${cap === 1 ? '1 player is' : `${w.number(cap)} players are`} paid in a month. Further players earn nothing.`;
}

const hours = (count: number, w: Writer): string => (count === 1 ? '1 hour' : `${w.number(count)} hours`);

export function cpaPoints(cpa: Cpa, w: Writer): string[] {
    return some([
        qualifying(cpa, w),
        isSet(cpa.firstDepositWindowHours) ? `Deposits within ${hours(cpa.firstDepositWindowHours, w)} of the first deposit count as part of it.` : null,
        exclusionWords(cpa),
        isSet(cpa.monthlyCap) ? capWords(cpa.monthlyCap, w) : null,
        cpa.holdDays ? `CPA becomes payable ${days(cpa.holdDays, w)} after a player qualifies, on the statement of that month.` : null,
        clawbacks[cpa.clawback ?? 'ifUnqualified'],
    ]);
}

function playersOf(from: number, to: number | null, w: Writer): string {
    if (to === null) return `From player ${w.number(from)} of a month`;
    return from === to ? `Player ${w.number(from)} of a month` : `Players ${w.number(from)} to ${w.number(to)} of a month`;
}

function depositSteps(cpa: Cpa, w: Writer) {
    const all = cpa.amountByFirstDeposit ?? [];
    const [first] = all;
    if (!first) return [];
    const below = isSome(first.from) ? [{ when: `First deposit below ${w.money(first.from)}`, pays: w.money(cpa.amount) }] : [];
    return [...below, ...all.map((one) => ({ when: `First deposit from ${w.money(one.from)}`, pays: w.money(one.amount) }))];
}

export function cpaSteps(cpa: Cpa, w: Writer): { when: string; pays: string }[] {
    const tiers = cpa.tiers ?? [];
    const first = tiers[0];
    const all = first && first.from > 1 ? [{ from: 1, amount: cpa.amount }, ...tiers] : tiers;
    const byTier = all.map((tier, at) => {
        const next = all[at + 1];
        return { when: playersOf(tier.from, next ? next.from - 1 : null, w), pays: w.money(tier.amount) };
    });
    const byCountry = Object.entries(cpa.amountByCountry ?? {}).map(([code, amount]) => ({ when: `Players from ${w.country(code)}`, pays: w.money(amount) }));
    return [...byTier, ...depositSteps(cpa, w), ...byCountry];
}

// All prices that a player can have.
export function cpaPrices(cpa: Cpa): string[] {
    const [tier] = cpa.tiers ?? [];
    const [deposit] = cpa.amountByFirstDeposit ?? [];
    const replaced = (tier && tier.from <= 1) || (deposit && !isSome(deposit.from));
    const steps = [...(cpa.tiers ?? []), ...(cpa.amountByFirstDeposit ?? [])].map(({ amount }) => amount);
    return [...(replaced ? [] : [cpa.amount]), ...steps, ...Object.values(cpa.amountByCountry ?? {})];
}

export function cpaNote(cpa: Cpa): string | null {
    const whole = cpa.tierMode === 'whole';
    const others = cpa.amountByFirstDeposit?.length ? 'the prices by first deposit' : 'the tiers';
    const notes = some([
        !cpa.tiers?.length ? null : whole ? 'When a tier is reached, its price applies to all players of the month, including previous ones.' : 'Each player is paid by the tier of their position in the month.',
        cpa.amountByFirstDeposit?.length ? 'The price grows if the first deposit does.' : null,
        Object.keys(cpa.amountByCountry ?? {}).length > 0 ? `The price of a country replaces ${others}.` : null,
    ]);
    return notes.join(' ') || null;
}
