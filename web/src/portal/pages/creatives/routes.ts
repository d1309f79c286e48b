import { createRoute } from '@tanstack/react-router';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';

export const creativesRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/creatives',
    validateSearch: optional((search) => ({
        brandId: read.text(search.brandId),
        campaignId: read.text(search.campaignId),
        size: read.text(search.size),
        // The open creative, and the link in its embed code.
        creative: read.text(search.creative),
        linkId: read.text(search.linkId),
    })),
});

page(creativesRoute, () => import('./CreativesPage'));

export const creativesRoutes = [creativesRoute];
