import { createRoute, createRouter } from '@tanstack/react-router';
import { page, routerOptions } from '@/routing';
import { createEntryRoutes } from '@/session/routes';
import { activityRoutes } from './pages/activity/routes';
import { affiliatesRoutes } from './pages/affiliates/routes';
import { campaignsRoutes } from './pages/campaigns/routes';
import { changeRoutes } from './pages/change/routes';
import { dealsRoutes } from './pages/deals/routes';
import { homeRoutes } from './pages/home/routes';
import { linksRoutes } from './pages/links/routes';
import { messagesRoutes } from './pages/messages/routes';
import { playersRoutes } from './pages/players/routes';
import { reportsRoutes } from './pages/reports/routes';
import { settingsRoutes } from './pages/settings/routes';
import { signalsRoutes } from './pages/signals/routes';
import { setupRoutes } from './pages/setup/routes';
import { statementsRoutes } from './pages/statements/routes';
import { basepath, rootRoute, shellRoute } from './shell';
import { settingsRoute } from './pages/settings/layout';

const profileRoute = createRoute({ getParentRoute: () => shellRoute, path: '/profile' });
page(profileRoute, () => import('@/session/ProfilePage'));

// Each area declares its routes in its routes.ts.
const framed = [
    ...homeRoutes,
    ...affiliatesRoutes,
    ...linksRoutes,
    ...campaignsRoutes,
    ...dealsRoutes,
    ...playersRoutes,
    ...reportsRoutes,
    ...changeRoutes,
    ...statementsRoutes,
    ...signalsRoutes,
    ...activityRoutes,
    ...messagesRoutes,
    settingsRoute.addChildren(settingsRoutes),
    profileRoute,
];

export const router = createRouter({
    ...routerOptions,
    basepath,
    routeTree: rootRoute.addChildren([...createEntryRoutes(rootRoute), ...setupRoutes, shellRoute.addChildren(framed)]),
});
