import { createRoute } from '@tanstack/react-router';
import { page } from '@/routing';
import { read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';

export const linksRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/links',
    validateSearch: (search: Record<string, unknown>) => ({ cursor: read.text(search.cursor), brandId: read.text(search.brandId) }),
});

export const linksRoutes = [
    page(linksRoute, () => import('./LinksPage')),
];
