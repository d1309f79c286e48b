import type { Schema } from '@/api/client';
import { percent } from '@/deals/words';
import type { Format } from '@/format/format';

// Texts that explain the amount of a statement line.

type Line = Pick<Schema<'StatementLine'>, 'rule' | 'count' | 'players' | 'base' | 'rate' | 'endRate' | 'amount' | 'dealId' | 'fromPeriod' | 'note'> & Partial<Pick<Schema<'StatementLine'>, 'originPeriod'>>;
type Words = Pick<Format, 'money' | 'number' | 'plainPeriod'>;

export const counted = (count: number, one: string, many: string, words: Words): string => `${words.number(count)} ${count === 1 ? one : many}`;

function playersText(line: Line, currency: string, words: Words): string {
    const price = line.rate ? `at ${words.money(line.rate, currency)}` : 'at several prices';
    const accruals = counted(line.count, 'accrual', 'accruals', words);
    if (!line.players) return `${accruals} ${price}`;
    const players = counted(line.players, 'player', 'players', words);
    return line.players === line.count ? `${players} ${price}` : `${players} in ${accruals} ${price}`;
}

function revenueText(line: Line, currency: string, words: Words): string {
    const base = line.base ? words.money(line.base, currency) : 'the NGR';
    if (line.rate) return `${percent(line.rate)} of ${base}`;
    return line.endRate ? `The period ended at ${percent(line.endRate)}, which applies to its whole base. The base of this line is ${base}` : `Several rates on ${base}`;
}

export function lineText(line: Line, currency: string, words: Words): string {
    const size = words.money(line.amount.replace('-', ''), currency);
    const share = line.dealId ? 'RevShare' : 'Sub-affiliate share';
    const month = words.plainPeriod(line.fromPeriod);
    const money = (amount: string | null): string => words.money((amount ?? '0').replace('-', ''), currency);
    switch (line.rule) {
        case 'playersQualified':
            return playersText(line, currency, words);
        case 'shareOfRevenue':
            return revenueText(line, currency, words);
        case 'shareOfWagers':
            return line.rate && line.base ? `${percent(line.rate)} of wagers of ${words.money(line.base, currency)}` : `Several rates on ${line.base ? `wagers of ${words.money(line.base, currency)}` : 'wagers'}`;
        case 'registrations':
            return `${counted(line.count, 'registration', 'registrations', words)}${line.rate ? ` at ${words.money(line.rate, currency)}` : ''}`;
        case 'monthlyFee':
            return 'For the whole month';
        case 'shareOfCommission':
            return line.rate && line.base ? `${percent(line.rate)} of ${words.money(line.base, currency)}, the commission of sub-affiliates` : 'A share of the commission of sub-affiliates';
        case 'carriedIn':
            return `Negative ${share} of ${month}. It reduces only ${share}`;
        case 'carriedOut':
            return `${share} is below zero by ${size}. This is carried over to the next statement and reduces no other commission${line.originPeriod ? `. It arose in ${words.plainPeriod(line.originPeriod)} and can reduce ${line.count === 0 ? 'the rest of this month' : counted(line.count, 'more month', 'more months', words)}` : ''}`;
        case 'waived':
            return `${share} is below zero by ${size}, which the deal waives`;
        case 'unpaidBefore':
            return `Not paid out in ${month}`;
        case 'owedBefore':
            return `Owed from ${month}`;
        case 'belowMinimum':
            return `${size} is below the minimum payout and opens the next statement`;
        case 'owedAfter':
            return `The total is below zero by ${size}, which is deducted from the next statement`;
        case 'byHand':
            return line.note ?? 'Added by hand';
        case 'expired':
            return `${size} below zero from ${words.plainPeriod(line.originPeriod ?? null)} was not offset in the months that the deal allows`;
        case 'notByChargebacks':
            return `Chargebacks did not cause ${size} of the negative RevShare, so it is waived`;
        case 'baseCarriedOut':
            return `The base is below zero by ${money(line.base)}. It opens the base of the next period`;
        case 'playerFenced':
            return `The base of this player is below zero by ${money(line.base)}. Only later revenue of this player reduces it`;
        case 'playerSettled':
            return 'This player has settled what was kept out of the base before';
    }
}
