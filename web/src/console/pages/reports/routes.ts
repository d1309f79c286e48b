import { createRoute } from '@tanstack/react-router';
import { periodSearch } from '@/format/period';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';
import { reportQuestions } from './questions';

// Filter values by group key. Empty lists and values that are not lists are ignored.
function filtersOf(value: unknown): Record<string, string[]> | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    const kept = Object.entries(value).map(([key, values]) => [key, read.list(values) ?? []] as const);
    const filled = kept.filter(([, values]) => values.length > 0);
    return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

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
