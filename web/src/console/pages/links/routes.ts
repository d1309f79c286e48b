import { createRoute } from '@tanstack/react-router';
import { periodSearch } from '@/format/period';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';
import { linkQuestions, linksQuestions } from './questions';

export const linksRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/links',
    validateSearch: optional((search) => ({
        cursor: read.text(search.cursor),
        affiliateId: read.text(search.affiliateId),
        brandId: read.text(search.brandId),
        campaignId: read.text(search.campaignId),
        status: read.oneOf('active', 'inactive')(search.status),
        create: read.flag(search.create),
    })),
});

export const linkRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/links/$linkId',
    validateSearch: optional((search) => periodSearch(search)),
});

page(linksRoute, () => import('./LinksPage'), linksQuestions);
page(linkRoute, () => import('./LinkPage'), linkQuestions);

export const linksRoutes = [linksRoute, linkRoute];
