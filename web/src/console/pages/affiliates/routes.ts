import { createRoute } from '@tanstack/react-router';
import { periodSearch } from '@/format/period';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';
import { affiliateQuestions, affiliatesQuestions, onboardQuestions } from './questions';

export const affiliatesRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/affiliates',
    validateSearch: optional((search) => ({
        cursor: read.text(search.cursor),
        status: read.oneOf('pending', 'approved', 'suspended')(search.status),
        name: read.text(search.name),
        tag: read.text(search.tag),
        manager: read.text(search.manager),
        sort: read.text(search.sort),
        create: read.flag(search.create),
        metrics: read.list(search.metrics),
        ...periodSearch(search),
    })),
});

export const onboardRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/affiliates/new',
});

export const affiliateRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/affiliates/$affiliateId',
    validateSearch: optional((search) => ({ tab: read.text(search.tab), cursor: read.text(search.cursor), ...periodSearch(search) })),
});

page(affiliatesRoute, () => import('./AffiliatesPage'), affiliatesQuestions);
page(onboardRoute, () => import('./OnboardPage'), onboardQuestions);
page(affiliateRoute, () => import('./AffiliatePage'), affiliateQuestions);

export const affiliatesRoutes = [affiliatesRoute, onboardRoute, affiliateRoute];
