import { createRoute } from '@tanstack/react-router';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';

export const dealsRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/deals',
    validateSearch: optional((search) => ({ cursor: read.text(search.cursor) })),
});

export const newDealRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/deals/new',
    // `from` is the id of a deal whose terms the form starts with.
    validateSearch: optional((search) => ({ from: read.text(search.from) })),
});

export const simulateRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/deals/simulate',
    // `deal` is the id of the deal whose terms the question starts with.
    validateSearch: optional((search) => ({ deal: read.text(search.deal) })),
});

export const dealRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/deals/$dealId',
    validateSearch: optional((search) => ({ cursor: read.text(search.cursor), tab: read.text(search.tab) })),
});

page(dealsRoute, () => import('./DealsPage'));
page(newDealRoute, () => import('./NewDealPage'));
page(simulateRoute, () => import('./simulate/SimulatePage'));
page(dealRoute, () => import('./DealPage'));

export const dealsRoutes = [dealsRoute, newDealRoute, simulateRoute, dealRoute];
