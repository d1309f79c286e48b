import { parse } from '@/deals/decimal';
import { comparePeriods } from '@/format/statementPeriod';
import { statementOrder } from '@/ui/StatusBadge';
import { whyNotApprove, whyNotPay } from './twoPersons';
import type { Statement } from './words';

export type Step = 'approve' | 'hold' | 'release' | 'pay';

// The largest number of statements in one request.
export const atOnce = 500;

const from: Record<Step, Statement['status'][]> = { approve: ['closed'], hold: ['closed', 'approved'], release: ['onHold'], pay: ['approved'] };

// Why the step leaves a statement as it is; null if it applies. The server decides again.
export function whyNot(step: Step, statement: Statement, userId: string, twoPersons: boolean): string | null {
    if (!from[step].includes(statement.status)) return 'status';
    if (step === 'pay' && statement.paymentHold) return `Payments are on hold: ${statement.paymentHold}`;
    if (!twoPersons) return null;
    if (step === 'approve') return whyNotApprove(statement, userId);
    return step === 'pay' ? whyNotPay(statement, userId) : null;
}

// The statements of a selection that a step applies to, and those that it leaves for a reason other than their status.
export function divide(step: Step, statements: Statement[], userId: string, twoPersons: boolean) {
    const ready: Statement[] = [];
    const left: { statement: Statement; why: string }[] = [];
    let otherStatus = 0;
    for (const statement of statements) {
        const why = whyNot(step, statement, userId, twoPersons);
        if (why === null) ready.push(statement);
        else if (why === 'status') otherStatus += 1;
        else left.push({ statement, why });
    }
    return { ready, left, otherStatus };
}

// The details that people enter for a step.
export const needs: Record<Step, string[]> = { approve: [], release: [], hold: ['reason'], pay: ['date', 'method', 'reference'] };

// Whether the request is complete. The API refuses a step of no statements.
export const maySend = (step: Step, ready: Statement[], values: Record<string, string>): boolean => ready.length > 0 && needs[step].every((name) => values[name]?.trim());

export function pieces<Item>(items: Item[], size: number): Item[][] {
    return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

// Sorts by affiliate, period, status or payable; a minus in front means descending. Equal rows keep their order.
export function sorted(statements: Statement[], sort: string | undefined, nameOf: (id: string) => string): Statement[] {
    if (!sort) return statements;
    const down = sort.startsWith('-');
    const compare: Record<string, (a: Statement, b: Statement) => number> = {
        affiliate: (a, b) => nameOf(a.affiliateId).localeCompare(nameOf(b.affiliateId)),
        period: (a, b) => comparePeriods(a.period, b.period),
        status: (a, b) => statementOrder[a.status] - statementOrder[b.status],
        payable: (a, b) => Number((parse(a.payable) ?? 0n) - (parse(b.payable) ?? 0n)),
    };
    const chosen = compare[sort.replace(/^-/, '')];
    return chosen ? [...statements].sort((a, b) => (down ? chosen(b, a) : chosen(a, b))) : statements;
}

// What the list shows, as the rows of a CSV file.
export function exported(statements: Statement[], nameOf: (id: string) => string): string[][] {
    const head = ['affiliate', 'affiliateId', 'period', 'currency', 'status', 'payable', 'holdReason', 'paymentHold', 'closedAt', 'paidOn', 'method', 'reference', 'statementId'];
    const rows = statements.map((one) => {
        const payment = one.steps.findLast((step) => step.payment)?.payment;
        return [nameOf(one.affiliateId), one.affiliateId, one.period, one.currency, one.status, one.payable, one.holdReason ?? '', one.paymentHold ?? '', one.closedAt ?? '', payment?.date ?? '', payment?.method ?? '', payment?.reference ?? '', one.id];
    });
    return [head, ...rows];
}
