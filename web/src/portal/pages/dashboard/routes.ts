import { createRoute } from '@tanstack/react-router';
import { periodSearch } from '@/format/period';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';
import { dashboardQuestions } from './questions';

const shownMetric = read.oneOf('click_count', 'registration_count', 'ftd_count', 'total_reward');

export const dashboardRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/',
    validateSearch: optional((search) => ({ ...periodSearch(search), show: shownMetric(search.show) })),
});

page(dashboardRoute, () => import('./DashboardPage'), dashboardQuestions);

export const dashboardRoutes = [dashboardRoute];
