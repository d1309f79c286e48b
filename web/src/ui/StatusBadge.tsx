import { Badge } from '@mantine/core';
import type { Schema } from '@/api/client';

// The colour and the word of every status. Badges, filters and forms take both from here. The word is always shown, so no
// status depends on colour alone.
const looks: Record<string, { color: string; label: string }> = {
    active: { color: 'green', label: 'Active' },
    approved: { color: 'green', label: 'Approved' },
    final: { color: 'green', label: 'Final' },
    paid: { color: 'green', label: 'Paid' },
    delivered: { color: 'green', label: 'Delivered' },
    settled: { color: 'gray', label: 'Settled' },
    inactive: { color: 'gray', label: 'Inactive' },
    disabled: { color: 'gray', label: 'Disabled' },
    open: { color: 'blue', label: 'Preview' },
    closed: { color: 'blue', label: 'Closed' },
    invited: { color: 'blue', label: 'Invited' },
    waiting: { color: 'blue', label: 'Waiting' },
    paused: { color: 'yellow', label: 'Paused' },
    pending: { color: 'yellow', label: 'Pending' },
    unpriced: { color: 'yellow', label: 'Unpriced' },
    held: { color: 'yellow', label: 'On hold' },
    onHold: { color: 'yellow', label: 'On hold' },
    suspended: { color: 'red', label: 'Suspended' },
    failed: { color: 'red', label: 'Failed' },
    rejected: { color: 'red', label: 'Rejected' },
};

// "carriedForward" becomes "Carried forward".
export function wordsOf(name: string): string {
    const words = name.replaceAll(/[_-]/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
    return words.charAt(0).toUpperCase() + words.slice(1);
}

export const statusLabel = (status: string): string => looks[status]?.label ?? wordsOf(status);

// The choices of a filter or a field, in the given order.
export const statusOptions = <Status extends string>(...statuses: Status[]): { value: Status; label: string }[] => statuses.map((value) => ({ value, label: statusLabel(value) }));

type StatementStatus = Schema<'Statement'>['status'];

// The place of each status of a statement, from the preview to the payment.
export const statementOrder: Record<StatementStatus, number> = { open: 1, closed: 2, approved: 3, onHold: 4, paid: 5, settled: 6 };

export const statementStatuses = statusOptions(...(Object.keys(statementOrder) as StatementStatus[]));

export function StatusBadge({ status, label }: { status: string; label?: string }) {
    const look = looks[status] ?? { color: 'gray', label: wordsOf(status) };
    return <Badge color={look.color} miw="max-content">{label ?? look.label}</Badge>;
}
