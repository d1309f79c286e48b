import type { Statement } from '../../api';

export const statusLabels: Record<Statement['status'], string> = {
    open: 'Open',
    closed: 'Closed',
    approved: 'Approved',
    onHold: 'On hold',
    paid: 'Paid',
};

// What a status means to whoever waits for the money.
export const statusMeans: Record<Statement['status'], string> = {
    open: 'The month is still open: this is what it would come to if it was closed now.',
    closed: 'The month is closed and its lines are fixed. It waits for approval.',
    approved: 'It is approved and will be paid.',
    onHold: 'It is on hold while something is looked into.',
    paid: 'It is paid.',
};

export const paymentOf = (statement: Pick<Statement, 'steps'>) => statement.steps.findLast((step) => step.payment)?.payment ?? null;
