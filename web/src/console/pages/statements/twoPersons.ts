import type { Statement } from './words';

type People = Pick<Statement, 'closedBy' | 'adjustedBy' | 'steps'>;

// The two-person rule for a person in the console. The server decides; this says why a button is not available.
export function whyNotApprove(statement: People, userId: string): string | null {
    const self = `user/${userId}`;
    if (statement.closedBy === self) return 'You closed this statement, so another person must approve it.';
    if (statement.adjustedBy.includes(self)) return 'You adjusted this statement, so another person must approve it.';
    return null;
}

export function whyNotPay(statement: People, userId: string): string | null {
    const approved = statement.steps.some((step) => step.status === 'approved' && step.actor === `user/${userId}`);
    return approved ? 'You approved this statement, so another person must pay it.' : null;
}
