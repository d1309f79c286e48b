import type { Status } from './affiliateRows';

export const statusOptions: { value: Status; label: string }[] = [
    { value: 'approved', label: 'Approved' },
    { value: 'pending', label: 'Pending' },
    { value: 'suspended', label: 'Suspended' },
];

// What a status means for visitors who come by the affiliate's links.
export const trafficWords: Record<Status, string> = {
    approved: 'Clicks count and new players are credited.',
    pending: 'Waiting for approval. Visitors reach the brand, but clicks do not count and nobody is credited.',
    suspended: 'Visitors still reach the brand, but clicks do not count and new players are not credited.',
};
