import { expect, test } from 'vitest';
import { statementOrder, statementStatuses, statusLabel, statusOptions } from './StatusBadge';

test('a filter shows the words of the badges, in the order that it chooses', () => {
    expect(statusOptions('onHold', 'held', 'active')).toEqual([
        { value: 'onHold', label: 'On hold' },
        { value: 'held', label: 'On hold' },
        { value: 'active', label: 'Active' },
    ]);
    expect(statusLabel('carriedForward')).toBe('Carried forward');
});

test('an open statement is called a preview, and the order of statuses leads to the payment', () => {
    expect(statementStatuses.map(({ label }) => label)).toEqual(['Preview', 'Closed', 'Approved', 'On hold', 'Paid', 'Settled']);
    expect(statementOrder.closed).toBeLessThan(statementOrder.paid);
});
