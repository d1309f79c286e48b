import { createRoute, createRouter } from '@tanstack/react-router';
import { page, routerOptions } from '@/routing';
import { createEntryRoutes } from '@/session/routes';
import { changeRoutes } from './pages/change/routes';
import { creativesRoutes } from './pages/creatives/routes';
import { dashboardRoutes } from './pages/dashboard/routes';
import { dealRoutes } from './pages/deal/routes';
import { linksRoutes } from './pages/links/routes';
import { playersRoutes } from './pages/players/routes';
import { postbacksRoutes } from './pages/postbacks/routes';
import { reportsRoutes } from './pages/reports/routes';
import { statementsRoutes } from './pages/statements/routes';
import { basepath, rootRoute, shellRoute } from './shell';

const profileRoute = createRoute({ getParentRoute: () => shellRoute, path: '/profile' });
page(profileRoute, () => import('./pages/profile/ProfilePage'));

// Each area declares its routes in its routes.ts.
const framed = [
    ...dashboardRoutes,
    ...linksRoutes,
    ...creativesRoutes,
    ...reportsRoutes,
    ...changeRoutes,
    ...statementsRoutes,
    ...playersRoutes,
    ...dealRoutes,
    ...postbacksRoutes,
    profileRoute,
];

export const router = createRouter({
    ...routerOptions,
    basepath,
    routeTree: rootRoute.addChildren([...createEntryRoutes(rootRoute), shellRoute.addChildren(framed)]),
});
