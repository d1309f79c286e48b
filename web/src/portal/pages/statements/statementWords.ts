import type { Statement } from '../../api';

// The meaning of a status for the affiliate.
export const statusMeans: Record<Statement['status'], string> = {
    open: 'The period is not closed, so amounts can still change.',
    closed: 'The period is closed. The statement waits for approval.',
    approved: 'The statement is approved and will be paid.',
    onHold: 'The operator put the statement on hold.',
    paid: 'The statement is paid.',
    settled: 'There is nothing to pay.',
};

export const paymentOf = (statement: Pick<Statement, 'steps'>) => statement.steps.findLast((step) => step.payment)?.payment ?? null;

// Why the money does not come yet; null if nothing holds it.
export const holdOf = (statement: Pick<Statement, 'holdReason' | 'paymentHold'>): string | null => statement.holdReason ?? statement.paymentHold;

const totalTitles: Partial<Record<Statement['status'], string>> = { open: 'So far', paid: 'Paid', settled: 'Nothing to pay' };

// What the total of a statement is: "So far", "To be paid".
export const totalTitle = ({ status }: Pick<Statement, 'status'>): string => totalTitles[status] ?? 'To be paid';
