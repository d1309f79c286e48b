import { createRoute } from '@tanstack/react-router';
import { makeRouter, page } from '@/routing';
import { read } from '@/ui/useSearchState';
import { creativesRoutes } from './pages/creatives/routes';
import { dashboardRoutes } from './pages/dashboard/routes';
import { dealRoutes } from './pages/deal/routes';
import { linksRoutes } from './pages/links/routes';
import { playersRoutes } from './pages/players/routes';
import { reportsRoutes } from './pages/reports/routes';
import { statementsRoutes } from './pages/statements/routes';
import { basepath, rootRoute, shellRoute } from './shell';

const loginRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: '/login',
    validateSearch: (search: Record<string, unknown>) => ({ next: read.text(search.next) }),
});

const inviteRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: '/invite',
    validateSearch: (search: Record<string, unknown>) => ({ token: read.text(search.token) }),
});

const profileRoute = createRoute({ getParentRoute: () => shellRoute, path: '/profile' });

// Each area declares its own routes; a new page goes into the area's routes.ts.
const framed = [
    ...dashboardRoutes,
    ...linksRoutes,
    ...creativesRoutes,
    ...reportsRoutes,
    ...statementsRoutes,
    ...playersRoutes,
    ...dealRoutes,
    page(profileRoute, () => import('./pages/profile/ProfilePage')),
];

export const router = makeRouter(
    rootRoute.addChildren([
        page(loginRoute, () => import('@/session/LoginPage')),
        page(inviteRoute, () => import('@/session/InvitePage')),
        shellRoute.addChildren(framed),
    ]),
    basepath,
);
