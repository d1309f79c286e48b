import { createRoute } from '@tanstack/react-router';
import { page } from '@/routing';
import { read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';

export const linksRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/links',
    validateSearch: (search: Record<string, unknown>) => ({
        cursor: read.text(search.cursor),
        brandId: read.text(search.brandId),
        status: read.oneOf('active', 'inactive')(search.status),
        // Opens the form for a new link.
        create: read.flag(search.create),
    }),
});

export const linkRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/links/$linkId',
});

export const linksRoutes = [page(linksRoute, () => import('./LinksPage')), page(linkRoute, () => import('./LinkPage'))];
