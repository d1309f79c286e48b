import type { GivenCpa, GivenRevShare, GivenTerms } from './terms';
import { isSet, isSome, joinWords, percent, type Writer } from './words';

// Describes terms in sentences.

// Sentences for the operator say what the deal pays. Sentences for the affiliate say what "you" earn.
export type Reader = 'operator' | 'affiliate';

// One component: a headline, its prices by tier and country, and its conditions.
export interface DealPart {
    component: 'cpa' | 'revShare' | 'cpl' | 'fixedMonthly' | 'subAffiliate';
    title: string;
    pays: string;
    headline: string;
    // The prices by tier and country.
    steps: { when: string; pays: string }[];
    stepsNote: string | null;
    points: string[];
}

const voices = {
    operator: {
        pays: 'Pays',
        players: 'the affiliate’s players',
        titles: { cpa: 'CPA', revShare: 'RevShare', cpl: 'CPL', fixedMonthly: 'Fixed monthly fee', subAffiliate: 'Sub-affiliate share' },
        subAffiliates: 'the affiliate’s sub-affiliates',
    },
    affiliate: {
        pays: 'You earn',
        players: 'your players',
        titles: { cpa: 'Per qualified player (CPA)', revShare: 'Revenue share (RevShare)', cpl: 'Per registration (CPL)', fixedMonthly: 'Fixed monthly fee', subAffiliate: 'Sub-affiliate share' },
        subAffiliates: 'your sub-affiliates',
    },
};
type Voice = (typeof voices)[Reader];

const some = <T>(parts: (T | null)[]): T[] => parts.filter((one) => one !== null);
const days = (count: number, w: Writer): string => (count === 1 ? '1 day' : `${w.number(count)} days`);

function qualifying(cpa: GivenCpa, w: Writer): string {
    const conditions = some([
        isSome(cpa.minFirstDeposit) ? `a first deposit of at least ${w.money(cpa.minFirstDeposit)}` : 'a first deposit',
        isSome(cpa.minTotalDeposits) ? `deposits of at least ${w.money(cpa.minTotalDeposits)} after chargebacks` : null,
        isSome(cpa.minWagered) ? `wagers of at least ${w.money(cpa.minWagered)}` : null,
    ]);
    const within = isSet(cpa.qualifyWithinDays) ? `${conditions.length > 1 ? ', all' : ''} within ${days(cpa.qualifyWithinDays, w)} of registration` : '';
    return `A player qualifies with ${joinWords(conditions)}${within}.`;
}

const clawbacks = {
    ifUnqualified: 'If a player no longer meets these conditions after a chargeback, the CPA for that player is taken back.',
    always: 'After any chargeback of a player, the CPA for that player is taken back.',
    never: 'CPA is not taken back after a chargeback.',
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
        !cpa.tiers?.length ? null : whole ? 'When a tier is reached, its price applies to all players of the month, including previous ones.' : 'Each player is paid by the tier of their position in the month.',
        Object.keys(cpa.amountByCountry ?? {}).length > 0 ? 'The price of a country replaces the tiers.' : null,
    ]);
    return notes.join(' ') || null;
}

function capWords(cap: number, w: Writer): string {
    return `At most ${cap === 1 ? '1 player is' : `${w.number(cap)} players are`} paid in a month. Further players earn nothing.`;
}

function cpaPart(cpa: GivenCpa, w: Writer, voice: Voice): DealPart {
    return {
        component: 'cpa',
        title: voice.titles.cpa,
        pays: w.money(cpa.amount),
        headline: `${voice.pays} ${w.money(cpa.amount)} for each player who qualifies.`,
        steps: cpaSteps(cpa, w),
        stepsNote: cpaNote(cpa),
        points: some([
            qualifying(cpa, w),
            isSet(cpa.monthlyCap) ? capWords(cpa.monthlyCap, w) : null,
            cpa.holdDays ? `CPA becomes payable ${days(cpa.holdDays, w)} after a player qualifies, on the statement of that month.` : null,
            clawbacks[cpa.clawback ?? 'ifUnqualified'],
        ]),
    };
}

function revShareSteps(share: GivenRevShare, w: Writer): DealPart['steps'] {
    const tiers = share.tiers ?? [];
    const [first] = tiers;
    const base = first && isSome(first.from) ? [{ when: `Base up to ${w.money(first.from)}`, pays: percent(share.rate) }] : [];
    const steps = tiers.map((tier, at) => {
        const next = tiers[at + 1];
        return { when: next ? `Base from ${w.money(tier.from)} to ${w.money(next.from)}` : `Base from ${w.money(tier.from)}`, pays: percent(tier.rate) };
    });
    return [...base, ...steps];
}

function durationWords(months: number | null | undefined, w: Writer): string {
    if (!isSet(months)) return 'The revenue of a player counts without a time limit.';
    return `The revenue of a player counts for ${months === 1 ? '1 month' : `${w.number(months)} months`} after registration.`;
}

function revSharePart(share: GivenRevShare, w: Writer, voice: Voice): DealPart {
    const less = some([isSome(share.adminFeePercent) ? `an admin fee of ${percent(share.adminFeePercent)}` : null, share.deductChargebacks === false ? null : 'chargebacks']);
    const note = share.tierMode === 'whole' ? 'The rate of the highest tier that the month reaches applies to the whole base.' : 'Each rate applies to the part of the base within its tier.';
    return {
        component: 'revShare',
        title: voice.titles.revShare,
        pays: percent(share.rate),
        headline: `${voice.pays} ${percent(share.rate)} of the net gaming revenue of ${voice.players} each month.`,
        steps: revShareSteps(share, w),
        stepsNote: share.tiers?.length ? note : null,
        points: [
            `The base is the net gaming revenue (NGR) of the month${less.length > 0 ? ` less ${joinWords(less)}` : ''}.`,
            share.negativeCarryover === false
                ? 'A negative month is waived. The next month starts at zero.'
                : 'A negative month is carried over to the next statement, where it reduces only the revenue share.',
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
        parts.push({ component: 'cpl', pays, headline: `${voice.pays} ${pays} for each player who registers.`, points: [] });
    }
    if (fixedMonthly) {
        const pays = w.money(fixedMonthly.amount);
        parts.push({ component: 'fixedMonthly', pays, headline: `${voice.pays} ${pays} each month.`, points: ['The fee is added when the month is closed.'] });
    }
    if (subAffiliate) {
        const pays = percent(subAffiliate.percentOfCommission);
        const headline = `${voice.pays} ${pays} of the commission that ${voice.subAffiliates} earn from CPA, RevShare and CPL.`;
        parts.push({ component: 'subAffiliate', pays, headline, points: ['This does not reduce the commission of the sub-affiliates.'] });
    }
    return parts;
}

// The terms, component by component.
export function dealParts(terms: GivenTerms, w: Writer, reader: Reader): DealPart[] {
    const voice = voices[reader];
    return some([
        terms.cpa ? cpaPart(terms.cpa, w, voice) : null,
        terms.revShare ? revSharePart(terms.revShare, w, voice) : null,
        ...flatParts(terms, w, voice).map((part) => flat(part, voice)),
    ]);
}

// A component in sentences only, without a table of prices.
export function sentencesOf(part: DealPart): string[] {
    const steps = part.steps.map(({ when, pays }) => `${when}: ${pays}.`).join(' ');
    return some([part.headline, steps || null, part.stepsNote, ...part.points]);
}
