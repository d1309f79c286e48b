import { createRoute } from '@tanstack/react-router';
import { periodSearch } from '@/format/period';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';
import { homeQuestions } from './questions';

export const homeRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/',
    validateSearch: optional((search) => ({
        ...periodSearch(search),
        metric: read.oneOf('click_count', 'registration_count', 'ftd_count', 'ngr', 'total_reward')(search.metric),
        by: read.oneOf('country', 'brand')(search.by),
    })),
});

page(homeRoute, () => import('./HomePage'), homeQuestions);

export const homeRoutes = [homeRoute];
