import { createRoute } from '@tanstack/react-router';
import { periodSearch } from '@/format/period';
import { page } from '@/routing';
import { shellRoute } from '../../shell';

export const dashboardRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/',
    validateSearch: (search: Record<string, unknown>) => (periodSearch(search)),
});

export const dashboardRoutes = [
    page(dashboardRoute, () => import('./DashboardPage')),
];
