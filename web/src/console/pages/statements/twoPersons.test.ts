import { expect, test } from 'vitest';
import { whyNotApprove, whyNotPay } from './twoPersons';

const step = (actor: string, status: 'approved' | 'onHold' = 'approved') => ({ status, actor, actorName: null, at: '2026-05-01T00:00:00Z', payment: null, reason: null });
const statement = { closedBy: 'user/ann', adjustedBy: ['user/bob', 'user/cleo'], steps: [step('user/dan'), step('user/eve', 'onHold')] };

test('whoever closed or adjusted a statement cannot approve it', () => {
    expect(whyNotApprove(statement, 'ann')).toBe('You closed this statement, so another person must approve it.');
    expect(whyNotApprove(statement, 'cleo')).toBe('You adjusted this statement, so another person must approve it.');
    expect(whyNotApprove(statement, 'dan')).toBeNull();
});

test('whoever approved a statement cannot pay it', () => {
    expect(whyNotPay(statement, 'dan')).toBe('You approved this statement, so another person must pay it.');
    expect(whyNotPay(statement, 'eve')).toBeNull();
    expect(whyNotPay(statement, 'ann')).toBeNull();
});
