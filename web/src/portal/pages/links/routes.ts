import { createRoute } from '@tanstack/react-router';
import { periodSearch } from '@/format/period';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';
import { linksQuestions } from './questions';

export const linksRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/links',
    validateSearch: optional((search) => ({
        cursor: read.text(search.cursor),
        brandId: read.text(search.brandId),
        status: read.oneOf('active', 'inactive')(search.status),
        // Opens the form for a new link.
        create: read.flag(search.create),
        ...periodSearch(search),
    })),
});

export const linkRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/links/$linkId',
});

page(linksRoute, () => import('./LinksPage'), linksQuestions);
page(linkRoute, () => import('./LinkPage'));

export const linksRoutes = [linksRoute, linkRoute];
