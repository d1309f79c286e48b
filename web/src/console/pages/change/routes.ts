import { createRoute } from '@tanstack/react-router';
import { periodSearch } from '@/format/period';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { filtersOf } from '../../reporting/filters';
import { shellRoute } from '../../shell';
import { changeQuestions } from './questions';

export const changeRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/reports/change',
    validateSearch: optional((search) => ({
        metric: read.text(search.metric),
        filters: filtersOf(search.filters),
        compare: read.oneOf('year')(search.compare),
        by: read.text(search.by),
        ...periodSearch(search),
    })),
});

page(changeRoute, () => import('./ChangePage'), changeQuestions);

export const changeRoutes = [changeRoute];
