import { cpaNote, cpaPoints, cpaPrices, cpaSteps } from './cpaWords';
import { productWords, revShareNote, revSharePoints, revShareRates, revShareSteps } from './revShareWords';
import { levelsOf, type Cpa, type DealRules, type RevShare, type Terms } from './terms';
import { joinWords, percent, rangeOf, some, type Writer } from './words';

// Describes terms in sentences.

// Sentences for the operator say what the deal pays. Sentences for the affiliate say what "you" earn.
export type Reader = 'operator' | 'affiliate';

// One component: a headline, its prices by tier and country, and its conditions.
export interface DealPart {
    component: 'cpa' | 'revShare' | 'turnover' | 'cpl' | 'fixedMonthly' | 'subAffiliate';
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
        titles: { cpa: 'CPA', revShare: 'RevShare', turnover: 'Turnover', cpl: 'CPL', fixedMonthly: 'Fixed monthly fee', subAffiliate: 'Sub-affiliate share' },
        subAffiliates: 'the affiliate’s sub-affiliates',
    },
    affiliate: {
        pays: 'You earn',
        players: 'your players',
        titles: { cpa: 'Per qualified player (CPA)', revShare: 'Revenue share (RevShare)', turnover: 'Share of wagers (turnover)', cpl: 'Per registration (CPL)', fixedMonthly: 'Fixed monthly fee', subAffiliate: 'Sub-affiliate share' },
        subAffiliates: 'your sub-affiliates',
    },
};
type Voice = (typeof voices)[Reader];

function cpaPart(cpa: Cpa, w: Writer, voice: Voice): DealPart {
    return {
        component: 'cpa',
        title: voice.titles.cpa,
        pays: w.money(cpa.amount),
        headline: `${voice.pays} ${rangeOf(cpaPrices(cpa), w.money)} for each player who qualifies.`,
        steps: cpaSteps(cpa, w),
        stepsNote: cpaNote(cpa),
        points: cpaPoints(cpa, w),
    };
}

function revSharePart(share: RevShare, w: Writer, voice: Voice): DealPart {
    return {
        component: 'revShare',
        title: voice.titles.revShare,
        pays: percent(share.rate),
        headline: `${voice.pays} ${rangeOf(revShareRates(share), percent)} of the net gaming revenue of ${voice.players} each month.`,
        steps: revShareSteps(share, w),
        stepsNote: revShareNote(share),
        points: revSharePoints(share, w),
    };
}

type Flat = Pick<DealPart, 'component' | 'pays' | 'headline' | 'points'>;
const flat = (part: Flat, voice: Voice): DealPart => ({ ...part, title: voice.titles[part.component], steps: [], stepsNote: null });

function flatParts({ turnover, cpl, fixedMonthly, subAffiliate }: Terms, w: Writer, voice: Voice): Flat[] {
    const parts: Flat[] = [];
    if (turnover) {
        const pays = percent(turnover.rate);
        const products = productWords(turnover.rateByProduct);
        const points = some([products ? `Wagers on some products have their own rate: ${products}.` : null, 'Winnings of players do not reduce it.']);
        parts.push({ component: 'turnover', pays, headline: `${voice.pays} ${pays} of the wagers of ${voice.players}.`, points });
    }
    if (cpl) {
        const pays = w.money(cpl.amount);
        parts.push({ component: 'cpl', pays, headline: `${voice.pays} ${pays} for each player who registers.`, points: [] });
    }
    if (fixedMonthly) {
        const pays = w.money(fixedMonthly.amount);
        parts.push({ component: 'fixedMonthly', pays, headline: `${voice.pays} ${pays} each month.`, points: ['The fee is added when the month is closed.'] });
    }
    if (subAffiliate) {
        const [first = '0', ...further] = levelsOf(subAffiliate);
        const pays = percent(first);
        const headline = `${voice.pays} ${pays} of the commission that ${voice.subAffiliates} earn from CPA, RevShare, turnover and CPL.`;
        const levels = further.length > 0 ? `Their own sub-affiliates are the next ${further.length === 1 ? 'level' : 'levels'}: ${joinWords(further.map(percent))}.` : null;
        parts.push({ component: 'subAffiliate', pays, headline, points: some([levels, 'This does not reduce the commission of the sub-affiliates.']) });
    }
    return parts;
}

// The terms, component by component.
export function dealParts(terms: Terms, w: Writer, reader: Reader): DealPart[] {
    const voice = voices[reader];
    return some([
        terms.cpa ? cpaPart(terms.cpa, w, voice) : null,
        terms.revShare ? revSharePart(terms.revShare, w, voice) : null,
        ...flatParts(terms, w, voice).map((part) => flat(part, voice)),
    ]);
}

// The rules of a deal beside its terms.
export function ruleSentences({ tierPool, lateEvents }: DealRules): string[] {
    return some([
        tierPool ? `Tiers count together with the other deals of the pool “${tierPool}”.` : null,
        lateEvents === 'ownMonth' ? 'An event that arrives after its month is closed is computed with the tiers and caps of its own month.' : null,
    ]);
}

// A component in sentences only, without a table of prices.
export function sentencesOf(part: DealPart): string[] {
    const steps = part.steps.map(({ when, pays }) => `${when}: ${pays}.`).join(' ');
    return some([part.headline, steps || null, part.stepsNote, ...part.points]);
}
