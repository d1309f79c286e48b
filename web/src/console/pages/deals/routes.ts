import { createRoute } from '@tanstack/react-router';
import { page } from '@/routing';
import { read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';

export const dealsRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/deals',
    validateSearch: (search: Record<string, unknown>) => ({ cursor: read.text(search.cursor) }),
});

export const newDealRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/deals/new',
    // `from` names a deal whose terms the form begins with.
    validateSearch: (search: Record<string, unknown>) => ({ from: read.text(search.from) }),
});

export const dealRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/deals/$dealId',
    validateSearch: (search: Record<string, unknown>) => ({ cursor: read.text(search.cursor), tab: read.text(search.tab) }),
});

export const dealsRoutes = [
    page(dealsRoute, () => import('./DealsPage')),
    page(newDealRoute, () => import('./NewDealPage')),
    page(dealRoute, () => import('./DealPage')),
];
