import { createRoute } from '@tanstack/react-router';
import { page } from '@/routing';
import { read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';

export const eventsRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/events',
    validateSearch: (search: Record<string, unknown>) => ({ cursor: read.text(search.cursor), type: read.text(search.type), brandId: read.text(search.brandId), affiliateId: read.text(search.affiliateId), playerId: read.text(search.playerId), idempotencyKey: read.text(search.idempotencyKey), from: read.text(search.from), to: read.text(search.to) }),
});

export const clicksRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/clicks',
    validateSearch: (search: Record<string, unknown>) => ({ cursor: read.text(search.cursor), linkId: read.text(search.linkId), affiliateId: read.text(search.affiliateId), brandId: read.text(search.brandId), from: read.text(search.from), to: read.text(search.to) }),
});

export const activityRoutes = [
    page(eventsRoute, () => import('./EventsPage')),
    page(clicksRoute, () => import('./ClicksPage')),
];
