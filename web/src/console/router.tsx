import { createRoute } from '@tanstack/react-router';
import { makeRouter, page } from '@/routing';
import { read } from '@/ui/useSearchState';
import { activityRoutes } from './pages/activity/routes';
import { affiliatesRoutes } from './pages/affiliates/routes';
import { campaignsRoutes } from './pages/campaigns/routes';
import { dealsRoutes } from './pages/deals/routes';
import { homeRoutes } from './pages/home/routes';
import { linksRoutes } from './pages/links/routes';
import { playersRoutes } from './pages/players/routes';
import { reportsRoutes } from './pages/reports/routes';
import { settingsRoutes } from './pages/settings/routes';
import { statementsRoutes } from './pages/statements/routes';
import { basepath, rootRoute, shellRoute } from './shell';
import { settingsRoute } from './pages/settings/layout';

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
    ...homeRoutes,
    ...affiliatesRoutes,
    ...linksRoutes,
    ...campaignsRoutes,
    ...dealsRoutes,
    ...playersRoutes,
    ...reportsRoutes,
    ...statementsRoutes,
    ...activityRoutes,
    settingsRoute.addChildren(settingsRoutes),
    page(profileRoute, () => import('@/session/ProfilePage')),
];

export const router = makeRouter(
    rootRoute.addChildren([
        page(loginRoute, () => import('@/session/LoginPage')),
        page(inviteRoute, () => import('@/session/InvitePage')),
        shellRoute.addChildren(framed),
    ]),
    basepath,
);
