import { createRoute } from '@tanstack/react-router';
import { periodSearch, spanOf } from '@/format/period';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { queries } from '../../api';
import { shellRoute } from '../../shell';
import { whereOf } from '../../where';
import { changeQueryOf, type ChangeSearch } from './question';

export const changeRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/change',
    validateSearch: optional((search) => ({
        metric: read.text(search.metric),
        where: whereOf(search.where),
        compare: read.oneOf('year')(search.compare),
        by: read.text(search.by),
        ...periodSearch(search),
    })),
});

page(changeRoute, () => import('./ChangePage'), ({ search, today }) => {
    const asked = search as ChangeSearch;
    return [queries.change(changeQueryOf(asked, spanOf(asked, today))), queries.dimensions];
});

export const changeRoutes = [changeRoute];
