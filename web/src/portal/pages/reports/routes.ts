import { createRoute } from '@tanstack/react-router';
import { periodSearch } from '@/format/period';
import { page } from '@/routing';
import { read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';

// What the report is narrowed to: one value per group key.
function whereOf(value: unknown): Record<string, string> | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const entries = Object.entries(value).map(([key, one]): [string, unknown] => [key, typeof one === 'number' ? String(one) : one]);
    const kept = entries.filter((one): one is [string, string] => typeof one[1] === 'string');
    return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

export const reportsRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/reports',
    validateSearch: (search: Record<string, unknown>) => ({
        groups: read.list(search.groups),
        metrics: read.list(search.metrics),
        sort: read.text(search.sort),
        // The metric that the chart shows.
        show: read.text(search.show),
        where: whereOf(search.where),
        ...periodSearch(search),
    }),
});

export const reportsRoutes = [page(reportsRoute, () => import('./ReportsPage'))];
