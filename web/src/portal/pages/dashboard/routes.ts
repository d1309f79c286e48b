import { createRoute } from '@tanstack/react-router';
import { periodSearch } from '@/format/period';
import { page } from '@/routing';
import { read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';
import { dashboardQuestions } from './questions';

const shownMetric = read.oneOf('click_count', 'registration_count', 'ftd_count', 'total_reward');

export const dashboardRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/',
    validateSearch: (search: Record<string, unknown>) => ({ ...periodSearch(search), show: shownMetric(search.show) }),
});

export const dashboardRoutes = [page(dashboardRoute, () => import('./DashboardPage'), dashboardQuestions)];
