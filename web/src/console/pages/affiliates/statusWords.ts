import type { Status } from './affiliateRows';

export const statusOptions: { value: Status; label: string }[] = [
    { value: 'approved', label: 'Approved' },
    { value: 'pending', label: 'Pending' },
    { value: 'suspended', label: 'Suspended' },
];

// The effect of a status on the affiliate's links.
export const trafficWords: Record<Status, string> = {
    approved: 'Clicks are counted and new players are attributed to this affiliate.',
    pending: 'Waiting for approval. Links lead to the brand, but clicks are not counted and new players are not attributed to this affiliate.',
    suspended: 'Links still lead to the brand, but clicks are not counted and new players are not attributed to this affiliate.',
};
