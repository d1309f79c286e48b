import { createRoute, Navigate, useLocation } from '@tanstack/react-router';
import { createRoot, withinBase } from '@/routing';
import { SessionGate, useSession } from '@/session/session';
import { AppShell } from '@/ui/AppShell';
import { Wordmark } from '@/ui/Wordmark';
import { navGroups } from './nav';

export const basepath = '/console';
export const rootRoute = createRoot();

function ToLogin() {
    const location = useLocation();
    const here = withinBase(location.pathname, basepath) + location.searchStr;
    return <Navigate to="/login" search={(here === '/' ? {} : { next: here }) as never} replace />;
}

function Framed() {
    const path = withinBase(useLocation().pathname, basepath);
    const { role } = useSession().user;
    const groups = navGroups.map((group) => ({ ...group, items: group.items.filter((item) => !item.roles || item.roles.includes(role)) }));
    return <AppShell brand={<Wordmark />} groups={groups} path={path} />;
}

// The parent of every page that needs a login.
export const shellRoute = createRoute({
    getParentRoute: () => rootRoute,
    id: 'shell',
    component: () => (
        <SessionGate otherwise={<ToLogin />}>
            <Framed />
        </SessionGate>
    ),
});
