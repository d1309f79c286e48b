import { createRoute } from '@tanstack/react-router';
import { periodSearch } from '@/format/period';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';
import { whereOf } from '../../where';
import { reportQuestions } from './questions';

export const reportsRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/reports',
    validateSearch: optional((search) => ({
        groups: read.list(search.groups),
        metrics: read.list(search.metrics),
        sort: read.text(search.sort),
        // The metric of the chart.
        show: read.text(search.show),
        where: whereOf(search.where),
        ...periodSearch(search),
    })),
});

page(reportsRoute, () => import('./ReportsPage'), reportQuestions);

export const reportsRoutes = [reportsRoute];
