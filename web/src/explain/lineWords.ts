import type { Schema } from '@/api/client';
import { percent } from '@/deals/words';
import type { Format } from '@/format/format';

// How the amount of a line of a statement came about, in words. Pure: a line in, words out.

type Line = Pick<Schema<'StatementLine'>, 'rule' | 'count' | 'players' | 'base' | 'rate' | 'endRate' | 'amount' | 'dealId' | 'fromPeriod' | 'note'>;
type Words = Pick<Format, 'money' | 'number' | 'plainMonth'>;

export const counted = (count: number, one: string, many: string, words: Words): string => `${words.number(count)} ${count === 1 ? one : many}`;

function playersText(line: Line, currency: string, words: Words): string {
    const price = line.rate ? `at ${words.money(line.rate, currency)}` : 'at several prices';
    const accruals = counted(line.count, 'accrual', 'accruals', words);
    if (!line.players) return `${accruals} ${price}`;
    const players = counted(line.players, 'player', 'players', words);
    return line.players === line.count ? `${players} ${price}` : `${players} in ${accruals} ${price}`;
}

function revenueText(line: Line, currency: string, words: Words): string {
    const base = line.base ? words.money(line.base, currency) : 'the revenue';
    if (line.rate) return `${percent(line.rate)} of ${base}`;
    return line.endRate ? `The month ended at ${percent(line.endRate)}, which counts for all of it; here ${base}` : `Several rates on ${base}`;
}

export function lineText(line: Line, currency: string, words: Words): string {
    const size = words.money(line.amount.replace('-', ''), currency);
    const share = line.dealId ? 'Share of revenue' : 'Share of sub-affiliates’ commission';
    const month = words.plainMonth(line.fromPeriod);
    switch (line.rule) {
        case 'playersQualified':
            return playersText(line, currency, words);
        case 'shareOfRevenue':
            return revenueText(line, currency, words);
        case 'registrations':
            return `${counted(line.count, 'registration', 'registrations', words)}${line.rate ? ` at ${words.money(line.rate, currency)}` : ''}`;
        case 'monthlyFee':
            return 'For the whole month';
        case 'shareOfCommission':
            return line.rate && line.base ? `${percent(line.rate)} of ${words.money(line.base, currency)} that sub-affiliates earned` : 'A share of what sub-affiliates earned';
        case 'carriedIn':
            return `${share} below zero, from ${month}: it only reduces this share`;
        case 'carriedOut':
            return `${share} is below zero by ${size}, which moves into the next statement and reduces nothing else`;
        case 'waived':
            return `${share} is below zero by ${size}, which the deal forgives`;
        case 'unpaidBefore':
            return `Not paid out in ${month}`;
        case 'owedBefore':
            return `Owed from ${month}`;
        case 'belowMinimum':
            return `${size} are below the minimum payout and are kept for the next statement`;
        case 'owedAfter':
            return `More was taken back than earned: ${size} are taken from the next statement`;
        case 'byHand':
            return line.note ?? 'Made by hand';
    }
}
