import type { Format } from '@/format/format';
import type { Accrual, StatementLine } from '../../api';
import { percent } from '@/deals/words';

// What a line of a statement is, told to whom it pays. Pure: a line in, words out.

const titles: Record<StatementLine['component'], string> = {
    cpa: 'New players (CPA)',
    revShare: 'Share of revenue',
    cpl: 'Registrations (CPL)',
    fixedMonthly: 'Fixed monthly fee',
    subAffiliate: 'Partners you brought',
    carryOver: 'Carried over',
    waiver: 'Set to zero',
    balance: 'Balance',
    adjustment: 'Adjustment',
};

export const lineTitle = (line: Pick<StatementLine, 'component'>): string => titles[line.component];

type Words = Pick<Format, 'money' | 'number' | 'plainMonth'>;

const each = (count: number, one: string, many: string, words: Words) => `${words.number(count)} ${count === 1 ? one : many}`;

const positive = (amount: string) => Number(amount) > 0;

// How the amount came about, in a line.
export function lineText(line: StatementLine, currency: string, words: Words): string {
    const money = (amount: string) => words.money(amount, currency);
    switch (line.component) {
        case 'cpa':
            return line.rate ? `${each(line.count, 'entry', 'entries', words)} at ${money(line.rate)}` : `${each(line.count, 'entry', 'entries', words)} at several prices`;
        case 'cpl':
            return `${each(line.count, 'registration', 'registrations', words)}${line.rate ? ` at ${money(line.rate)}` : ''}`;
        case 'revShare': {
            const base = line.base ? money(line.base) : 'the revenue';
            return line.rate ? `${percent(line.rate)} of ${base}` : `Several rates on ${base}`;
        }
        case 'subAffiliate':
            return line.rate && line.base ? `${percent(line.rate)} of ${money(line.base)} that they earned` : 'A share of what they earned';
        case 'fixedMonthly':
            return 'For the whole month';
        case 'carryOver':
            return line.fromPeriod
                ? `Share of revenue below zero, from ${words.plainMonth(line.fromPeriod)}`
                : 'Share of revenue below zero moves into the next month';
        case 'waiver':
            return 'Share of revenue below zero is forgiven under your deal';
        case 'balance':
            if (line.fromPeriod) return positive(line.amount) ? `Not paid out in ${words.plainMonth(line.fromPeriod)}` : `Owed from ${words.plainMonth(line.fromPeriod)}`;
            return positive(line.amount) ? 'What is owed moves into the next month' : 'Below the smallest payout: kept for the next month';
        case 'adjustment':
            return line.note ?? 'Made by hand';
    }
}

// Lines that are sums of accruals can be opened.
export const isOpenable = (line: StatementLine): boolean =>
    line.count > 0 && ['cpa', 'revShare', 'cpl', 'fixedMonthly', 'subAffiliate'].includes(line.component);

const reasons: Record<Accrual['reason'], string> = {
    earned: 'Earned',
    capped: 'Beyond the monthly cap',
    reRated: 'Price raised by a tier',
    clawback: 'Taken back after a chargeback',
    reassigned: 'Player moved',
};

const eventless: Partial<Record<Accrual['component'], string>> = { fixedMonthly: 'Fixed monthly fee', subAffiliate: 'Your share of a partner’s earnings' };

export function accrualTitle(accrual: Accrual): string {
    return accrual.player ?? eventless[accrual.component] ?? titles[accrual.component];
}

export function accrualReason(accrual: Accrual): string {
    if (accrual.status === 'unpriced') return 'Waits for an exchange rate';
    if (accrual.reason !== 'earned') return reasons[accrual.reason];
    if (accrual.component === 'cpa') return 'Player qualified';
    if (accrual.component === 'cpl') return 'Player registered';
    if (accrual.component === 'revShare') return Number(accrual.amount) < 0 ? 'Player’s revenue, below zero' : 'Player’s revenue';
    return reasons.earned;
}
