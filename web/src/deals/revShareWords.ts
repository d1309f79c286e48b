import type { Activity, Needs, Negative, RevShare, RevShareTier } from './terms';
import { isSet, isSome, joinWords, months, percent, some, type Writer } from './words';

// The sentences about RevShare, the same for the operator and the affiliate.

export const activityNames: Record<Activity, string> = { newDepositors: 'new depositors', qualifiedPlayers: 'qualified players', activePlayers: 'active players', deposits: 'deposits' };
const singular: Record<Activity, string> = { newDepositors: 'new depositor', qualifiedPlayers: 'qualified player', activePlayers: 'active player', deposits: 'deposits' };

const counted = (count: number, what: Activity, w: Pick<Writer, 'number'>): string => `${w.number(count)} ${count === 1 ? singular[what] : activityNames[what]}`;

// "10 new depositors and deposits of €5,000".
export function needsWords(needs: Needs, w: Writer): string {
    const counts = (['newDepositors', 'qualifiedPlayers', 'activePlayers'] as const).map((what) => (isSet(needs[what]) ? counted(needs[what], what, w) : null));
    return joinWords(some([...counts, needs.deposits ? `deposits of ${w.money(needs.deposits)}` : null]));
}

// "sports 20 % and poker 30 %".
export const productWords = (rates: Record<string, string> | undefined): string => joinWords(Object.entries(rates ?? {}).map(([product, rate]) => `${product} ${percent(rate)}`));

function tierPays(tier: RevShareTier): string {
    const products = productWords(tier.rateByProduct);
    return products ? `${percent(tier.rate)} (${products})` : percent(tier.rate);
}

// "€1,000", "deposits of €1,000" or "11 new depositors": where a tier begins.
export function tierStart(by: NonNullable<RevShare['tierBy']>, from: string, w: Pick<Writer, 'money' | 'number'>): string {
    if (by === 'base') return w.money(from);
    return by === 'deposits' ? `deposits of ${w.money(from)}` : counted(Number(from), by, w);
}

function rangeWords(by: NonNullable<RevShare['tierBy']>, from: string | null, to: string | null, w: Writer): string {
    const isAmount = by === 'base' || by === 'deposits';
    const name = by === 'base' ? 'Base' : 'Deposits';
    if (isAmount) return from === null ? `${name} up to ${w.money(to ?? '0')}` : to === null ? `${name} from ${w.money(from)}` : `${name} from ${w.money(from)} to ${w.money(to)}`;
    const last = to === null ? null : Number(to) - 1;
    if (from === null) return `Up to ${counted(last ?? 0, by, w)}`;
    return last === null ? `From ${counted(Number(from), by, w)}` : Number(from) === last ? counted(last, by, w) : `${w.number(Number(from))} to ${counted(last, by, w)}`;
}

export function revShareSteps(share: RevShare, w: Writer): { when: string; pays: string }[] {
    const by = share.tierBy ?? 'base';
    const tiers = (share.tiers ?? []).map((tier) => ({ ...tier, from: String(tier.from) }));
    const [first] = tiers;
    const base = first && isSome(first.from) ? [{ when: rangeWords(by, null, first.from, w), pays: percent(share.rate) }] : [];
    const steps = tiers.map((tier, at) => {
        const needs = needsWords(tier.requires ?? {}, w);
        return { when: `${rangeWords(by, tier.from, tiers[at + 1]?.from ?? null, w)}${needs ? `, with at least ${needs}` : ''}`, pays: tierPays(tier) };
    });
    return [...base, ...steps];
}

// All rates of the tiers.
export function revShareRates(share: RevShare): string[] {
    const tiers = share.tiers ?? [];
    const replaced = tiers[0] && !isSome(String(tiers[0].from));
    return [...(replaced ? [] : [share.rate]), ...tiers.map(({ rate }) => rate)];
}

export function revShareNote(share: RevShare): string | null {
    if (!share.tiers?.length) return null;
    const conditional = share.tiers.some((tier) => tier.requires && Object.keys(tier.requires).length > 0);
    const mode = share.tierMode === 'whole' ? 'The rate of the highest tier that the month reaches applies to the whole base.' : 'Each rate applies to the part of the base within its tier.';
    return conditional ? `${mode} A tier counts only while its condition is met.` : mode;
}

function baseWords(share: RevShare): string[] {
    const { bonusPercent, depositFeePercent, withdrawalFeePercent, beforeAdminFee } = share.deductions ?? {};
    const cut = (rate: string | undefined, what: string) => (isSome(rate) ? `${percent(rate)} of ${what}` : null);
    const fees = some([cut(bonusPercent, 'bonuses'), cut(depositFeePercent, 'deposits'), cut(withdrawalFeePercent, 'withdrawals')]);
    const less = some([isSome(share.adminFeePercent) ? `an admin fee of ${percent(share.adminFeePercent)}` : null, ...fees, share.deductChargebacks === false ? null : 'chargebacks']);
    return some([
        `The base is the net gaming revenue (NGR) of the month${less.length > 0 ? ` less ${joinWords(less)}` : ''}.`,
        fees.length > 0 && beforeAdminFee && isSome(share.adminFeePercent) ? `The admin fee is taken from what is left after ${joinWords(fees)}.` : null,
        share.excludeProducts?.length ? `Revenue of ${joinWords(share.excludeProducts)} does not count.` : null,
        Object.keys(share.rateByProduct ?? {}).length > 0 ? `Revenue of some products has its own rate: ${productWords(share.rateByProduct)}.` : null,
    ]);
}

function conditionWords(share: RevShare, w: Writer): string[] {
    const { requires, introRate } = share;
    return some([
        requires ? `The month needs at least ${needsWords(requires, w)}. Until then the whole base earns ${percent(requires.elseRate)}.` : null,
        introRate ? `In the first ${months(introRate.months, w)} after the approval, the whole base earns at least ${percent(introRate.rate)}.` : null,
    ]);
}

function highRollerWords({ playerLoss, when }: NonNullable<Negative['highRoller']>, w: Writer): string {
    const only = when === 'always' ? '' : ' and the whole month would be negative';
    return `If the base of a player is ${w.money(`-${playerLoss}`)} or lower in a month${only}, the player is kept apart: the loss reduces only later revenue of that player.`;
}

export function negativeWords(share: RevShare, w: Writer): string[] {
    const negative: Negative = share.negative ?? { policy: share.negativeCarryover === false ? 'waive' : 'carry' };
    const roller = negative.highRoller ? [highRollerWords(negative.highRoller, w)] : [];
    if (negative.policy === 'waive') return ['A negative month is waived. The next month starts at zero.', ...roller];
    const limit = isSet(negative.carryMonths) ? `for at most ${months(negative.carryMonths, w)}` : '';
    return some([
        limit
            ? `A negative month is carried over ${limit}, where it reduces only the revenue share. What is left then is waived.`
            : 'A negative month is carried over to the next statement, where it reduces only the revenue share.',
        negative.carryBase ? 'The negative base opens the base of the next month, so that its tiers count it.' : null,
        negative.onlyChargebacks ? 'Only the part that chargebacks caused is carried over. The rest is waived.' : null,
        ...roller,
    ]);
}

function durationWords(share: RevShare, w: Writer): string[] {
    const { durationMonths, inactiveAfterMonths } = share;
    return some([
        isSet(durationMonths) ? `The revenue of a player counts for ${months(durationMonths, w)} after registration.` : 'The revenue of a player counts without a time limit.',
        isSet(inactiveAfterMonths) ? `A player brings no more commission after ${months(inactiveAfterMonths, w)} without a deposit, wager or revenue.` : null,
    ]);
}

export const revSharePoints = (share: RevShare, w: Writer): string[] => [...baseWords(share), ...conditionWords(share, w), ...negativeWords(share, w), ...durationWords(share, w)];
