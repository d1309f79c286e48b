import type { Schema } from '@/api/client';

export type User = Schema<'User'>;

export const roles: Record<User['role'], { label: string; may: string }> = {
    admin: { label: 'Admin', may: 'Everything: also users, API keys and marking statements as paid' },
    manager: { label: 'Manager', may: 'Affiliates, links, deals, reports, closing and approving statements; no users, API keys or payments' },
    viewer: { label: 'Viewer', may: 'Looks at everything but users and API keys, changes nothing' },
    affiliate: { label: 'Affiliate', may: 'Somebody of an affiliate’s: sees its own numbers in the portal, nothing else' },
};

export const consoleRoles: User['role'][] = ['viewer', 'manager', 'admin'];
export const statuses: User['status'][] = ['invited', 'active', 'disabled'];
