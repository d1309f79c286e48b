import type { Schema } from '@/api/client';

export type User = Schema<'User'>;

export const roles: Record<User['role'], { label: string; may: string }> = {
    admin: { label: 'Admin', may: 'Can do everything, including users, API keys and payments' },
    manager: { label: 'Manager', may: 'Manages affiliates, links, deals and reports, closes months and approves statements. No users, API keys or payments.' },
    finance: { label: 'Finance', may: 'Closes months, approves and pays statements, adds adjustments, enters exchange rates and stops payments. Sees everything else except users and API keys.' },
    viewer: { label: 'Viewer', may: 'Sees everything except users and API keys. Changes nothing.' },
    affiliate: { label: 'Affiliate', may: 'Sees only the data of one affiliate, in the portal' },
};

export const consoleRoles: User['role'][] = ['viewer', 'finance', 'manager', 'admin'];
export const allRoles: User['role'][] = ['admin', 'manager', 'finance', 'viewer', 'affiliate'];
export const statuses: User['status'][] = ['invited', 'active', 'disabled'];
