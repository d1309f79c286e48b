import type { GivenCpa, GivenRevShare, GivenTerms } from './terms';
import { isSet, isSome, joinWords, percent, type Writer } from './words';

// What a deal pays, in sentences, for whoever reads it. Pure: terms in, sentences out.

// The operator reads what the deal pays, the affiliate what it earns them.
export type Reader = 'operator' | 'affiliate';

// One way of earning: what it pays in a line, its steps, and the conditions.
export interface DealPart {
    component: 'cpa' | 'revShare' | 'cpl' | 'fixedMonthly' | 'subAffiliate';
    title: string;
    pays: string;
    headline: string;
    // Of tiers and countries: what applies when, and what is paid then.
    steps: { when: string; pays: string }[];
    stepsNote: string | null;
    points: string[];
}

const voices = {
    operator: {
        pays: 'Pays',
        players: 'the affiliate’s players',
        titles: { cpa: 'CPA', revShare: 'RevShare', cpl: 'CPL', fixedMonthly: 'Fixed fee', subAffiliate: 'Sub-affiliates' },
        partners: 'affiliates whom this one brought',
    },
    affiliate: {
        pays: 'You earn',
        players: 'your players',
        titles: { cpa: 'Per new player (CPA)', revShare: 'Share of revenue (RevShare)', cpl: 'Per registration (CPL)', fixedMonthly: 'Fixed fee', subAffiliate: 'Partners you brought' },
        partners: 'partners you brought',
    },
};
type Voice = (typeof voices)[Reader];

const some = <T>(parts: (T | null)[]): T[] => parts.filter((one) => one !== null);
const days = (count: number, w: Writer): string => (count === 1 ? '1 day' : `${w.number(count)} days`);

function qualifying(cpa: GivenCpa, w: Writer): string {
    const conditions = some([
        isSome(cpa.minFirstDeposit) ? `make a first deposit of at least ${w.money(cpa.minFirstDeposit)}` : 'make a first deposit',
        isSome(cpa.minTotalDeposits) ? `reach ${w.money(cpa.minTotalDeposits)} in deposits less chargebacks` : null,
        isSome(cpa.minWagered) ? `wager at least ${w.money(cpa.minWagered)}` : null,
    ]);
    const within = isSet(cpa.qualifyWithinDays) ? `${conditions.length > 1 ? ', all' : ''} within ${days(cpa.qualifyWithinDays, w)} of registering` : '';
    return `A player counts once they ${joinWords(conditions)}${within}.`;
}

const clawbacks = {
    ifUnqualified: 'If chargebacks leave a player below these conditions, the payment for that player is taken back.',
    always: 'Any chargeback of a player takes the payment for that player back.',
    never: 'A payment is never taken back over a chargeback.',
};

function playersOf(from: number, to: number | null, w: Writer): string {
    if (to === null) return `From player ${w.number(from)} of a month`;
    return from === to ? `Player ${w.number(from)} of a month` : `Players ${w.number(from)} to ${w.number(to)} of a month`;
}

function cpaSteps(cpa: GivenCpa, w: Writer): DealPart['steps'] {
    const tiers = cpa.tiers ?? [];
    const first = tiers[0];
    const all = first && first.from > 1 ? [{ from: 1, amount: cpa.amount }, ...tiers] : tiers;
    const byTier = all.map((tier, at) => {
        const next = all[at + 1];
        return { when: playersOf(tier.from, next ? next.from - 1 : null, w), pays: w.money(tier.amount) };
    });
    const byCountry = Object.entries(cpa.amountByCountry ?? {}).map(([code, amount]) => ({ when: `Players from ${w.country(code)}`, pays: w.money(amount) }));
    return [...byTier, ...byCountry];
}

function cpaNote(cpa: GivenCpa): string | null {
    const whole = cpa.tierMode === 'whole';
    const notes = some([
        !cpa.tiers?.length ? null : whole ? 'Reaching a step lifts the price of all players of that month, those before it included.' : 'Each player is paid at the step they fall in.',
        Object.keys(cpa.amountByCountry ?? {}).length > 0 ? 'Players of the countries named are always paid at their country’s price.' : null,
    ]);
    return notes.join(' ') || null;
}

function capWords(cap: number, w: Writer): string {
    return `At most ${cap === 1 ? '1 player is' : `${w.number(cap)} players are`} paid in a month; further ones count but earn nothing.`;
}

function cpaPart(cpa: GivenCpa, w: Writer, voice: Voice): DealPart {
    return {
        component: 'cpa',
        title: voice.titles.cpa,
        pays: w.money(cpa.amount),
        headline: `${voice.pays} ${w.money(cpa.amount)} for every new player who qualifies.`,
        steps: cpaSteps(cpa, w),
        stepsNote: cpaNote(cpa),
        points: some([
            qualifying(cpa, w),
            isSet(cpa.monthlyCap) ? capWords(cpa.monthlyCap, w) : null,
            cpa.holdDays ? `It is payable ${days(cpa.holdDays, w)} after a player qualifies, on the statement of that month.` : null,
            clawbacks[cpa.clawback ?? 'ifUnqualified'],
        ]),
    };
}

function revShareSteps(share: GivenRevShare, w: Writer): DealPart['steps'] {
    const tiers = share.tiers ?? [];
    const [first] = tiers;
    const base = first && isSome(first.from) ? [{ when: `Revenue up to ${w.money(first.from)}`, pays: percent(share.rate) }] : [];
    const steps = tiers.map((tier, at) => {
        const next = tiers[at + 1];
        return { when: next ? `Revenue from ${w.money(tier.from)} to ${w.money(next.from)}` : `Revenue from ${w.money(tier.from)}`, pays: percent(tier.rate) };
    });
    return [...base, ...steps];
}

function durationWords(months: number | null | undefined, w: Writer): string {
    if (!isSet(months)) return 'A player’s revenue counts for as long as they play.';
    return `A player’s revenue counts for ${months === 1 ? '1 month' : `${w.number(months)} months`} after registering.`;
}

function revSharePart(share: GivenRevShare, w: Writer, voice: Voice): DealPart {
    const less = some([isSome(share.adminFeePercent) ? `an admin fee of ${percent(share.adminFeePercent)}` : null, share.deductChargebacks === false ? null : 'chargebacks']);
    const note = share.tierMode === 'whole' ? 'The highest step that a month reaches applies to all revenue of that month.' : 'Each step applies to the revenue within it.';
    return {
        component: 'revShare',
        title: voice.titles.revShare,
        pays: percent(share.rate),
        headline: `${voice.pays} ${percent(share.rate)} of the net gaming revenue of ${voice.players}, month by month.`,
        steps: revShareSteps(share, w),
        stepsNote: share.tiers?.length ? note : null,
        points: [
            `Net gaming revenue is what the operator keeps of ${voice.players}’ bets${less.length > 0 ? `, less ${joinWords(less)}` : ''}.`,
            share.negativeCarryover === false
                ? 'A month below zero is set to zero: the next one starts afresh.'
                : 'A month below zero is carried into the next one, where it is set off against the share of revenue only.',
            durationWords(share.durationMonths, w),
        ],
    };
}

type Flat = Pick<DealPart, 'component' | 'pays' | 'headline' | 'points'>;
const flat = (part: Flat, voice: Voice): DealPart => ({ ...part, title: voice.titles[part.component], steps: [], stepsNote: null });

function flatParts({ cpl, fixedMonthly, subAffiliate }: GivenTerms, w: Writer, voice: Voice): Flat[] {
    const parts: Flat[] = [];
    if (cpl) {
        const pays = w.money(cpl.amount);
        parts.push({ component: 'cpl', pays, headline: `${voice.pays} ${pays} for every player who registers.`, points: [] });
    }
    if (fixedMonthly) {
        const pays = w.money(fixedMonthly.amount);
        parts.push({ component: 'fixedMonthly', pays, headline: `${voice.pays} ${pays} every month.`, points: ['It is added when the month is closed.'] });
    }
    if (subAffiliate) {
        const pays = percent(subAffiliate.percentOfCommission);
        const headline = `${voice.pays} ${pays} of what ${voice.partners} earn in CPA, RevShare and CPL.`;
        parts.push({ component: 'subAffiliate', pays, headline, points: ['It is paid on top: it takes nothing from them.'] });
    }
    return parts;
}

// Everything the terms say, component by component.
export function dealParts(terms: GivenTerms, w: Writer, reader: Reader): DealPart[] {
    const voice = voices[reader];
    return some([
        terms.cpa ? cpaPart(terms.cpa, w, voice) : null,
        terms.revShare ? revSharePart(terms.revShare, w, voice) : null,
        ...flatParts(terms, w, voice).map((part) => flat(part, voice)),
    ]);
}

// A part as sentences alone, where there is no room for a table of its steps.
export function sentencesOf(part: DealPart): string[] {
    const steps = part.steps.map(({ when, pays }) => `${when}: ${pays}.`).join(' ');
    return some([part.headline, steps || null, part.stepsNote, ...part.points]);
}
