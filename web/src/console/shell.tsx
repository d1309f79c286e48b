import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createRoot, createShell, withinBase } from '@/routing';
import { SessionGate, useSession } from '@/session/session';
import { ToLogin } from '@/session/ToLogin';
import { AppShell } from '@/ui/AppShell';
import { Wordmark } from '@/ui/Wordmark';
import { navGroups } from './nav';

export const basepath = '/console';
export const rootRoute = createRoot();

function Framed(): ReactNode {
    const path = withinBase(useLocation().pathname, basepath);
    const { role } = useSession().user;
    const groups = navGroups.map((group) => ({ ...group, items: group.items.filter((item) => !item.roles || item.roles.includes(role)) }));
    return <AppShell brand={<Wordmark />} groups={groups} path={path} />;
}

export const shellRoute = createShell(rootRoute, () => (
    <SessionGate otherwise={<ToLogin basepath={basepath} />}>
        <Framed />
    </SessionGate>
));
