import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createRoot, createShell, withinBase } from '@/routing';
import { SessionGate, useSession } from '@/session/session';
import { ToLogin } from '@/session/ToLogin';
import { AppShell } from '@/ui/AppShell';
import type { NavItem } from '@/ui/nav';
import { Wordmark } from '@/ui/Wordmark';
import { useFindings } from './findings';
import { actions, navGroups } from './nav';

export const basepath = '/console';
export const rootRoute = createRoot();

function Framed(): ReactNode {
    const path = withinBase(useLocation().pathname, basepath);
    const { role } = useSession().user;
    const allowed = (item: NavItem) => !item.roles || item.roles.includes(role);
    const groups = navGroups.map((group) => ({ ...group, items: group.items.filter(allowed) }));
    return <AppShell brand={<Wordmark />} groups={groups} path={path} actions={actions.filter(allowed)} useFindings={useFindings} />;
}

export const shellRoute = createShell(rootRoute, () => (
    <SessionGate otherwise={<ToLogin basepath={basepath} />}>
        <Framed />
    </SessionGate>
));
