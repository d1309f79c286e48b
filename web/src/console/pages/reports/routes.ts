import { createRoute } from '@tanstack/react-router';
import { periodSearch } from '@/format/period';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { filtersOf } from '../../reporting/filters';
import { shellRoute } from '../../shell';
import { reportQuestions } from './questions';

// The URL describes the whole report, so that it can be shared. `preset` is the saved report that it comes from, `chart`
// the metric of the chart.
export const reportsRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/reports',
    validateSearch: optional((search) => ({
        groups: read.list(search.groups),
        metrics: read.list(search.metrics),
        sort: read.text(search.sort),
        limit: read.text(search.limit),
        chart: read.text(search.chart),
        preset: read.text(search.preset),
        filters: filtersOf(search.filters),
        compare: read.oneOf('previous', 'year')(search.compare),
        ...periodSearch(search),
    })),
});

export const savedReportsRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/reports/saved',
    validateSearch: optional((search) => ({ cursor: read.text(search.cursor) })),
});

page(reportsRoute, () => import('./ReportsPage'), reportQuestions);
page(savedReportsRoute, () => import('./SavedReportsPage'));

export const reportsRoutes = [reportsRoute, savedReportsRoute];
