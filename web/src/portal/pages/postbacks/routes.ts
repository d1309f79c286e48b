import { createRoute } from '@tanstack/react-router';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';

export const postbacksRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/postbacks',
    validateSearch: optional((search) => ({ cursor: read.text(search.cursor) })),
});

export const deliveriesRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/deliveries',
    validateSearch: optional((search) => ({ cursor: read.text(search.cursor), status: read.text(search.status), destinationId: read.text(search.destinationId), accrualId: read.text(search.accrualId) })),
});

page(postbacksRoute, () => import('./PostbacksPage'));
page(deliveriesRoute, () => import('./DeliveriesPage'));

export const postbacksRoutes = [postbacksRoute, deliveriesRoute];
