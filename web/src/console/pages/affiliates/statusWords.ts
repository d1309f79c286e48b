import { statusOptions } from '@/ui/StatusBadge';
import type { Status } from './affiliateRows';

export const affiliateStatuses = statusOptions<Status>('approved', 'pending', 'suspended');

// The effect of a status on the affiliate's links.
export const trafficWords: Record<Status, string> = {
    approved: 'Clicks are counted and new players are attributed to this affiliate.',
    pending: 'Waiting for approval. Links lead to the brand, but clicks are not counted and new players are not attributed to this affiliate.',
    suspended: 'Links still lead to the brand, but clicks are not counted and new players are not attributed to this affiliate.',
};
