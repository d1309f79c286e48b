import { createRoute } from '@tanstack/react-router';
import { page } from '@/routing';
import { read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';

export const creativesRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/creatives',
    validateSearch: (search: Record<string, unknown>) => ({ cursor: read.text(search.cursor), campaignId: read.text(search.campaignId), linkId: read.text(search.linkId) }),
});

export const creativesRoutes = [
    page(creativesRoute, () => import('./CreativesPage')),
];
