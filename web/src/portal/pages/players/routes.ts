import { createRoute } from '@tanstack/react-router';
import { page } from '@/routing';
import { read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';

export const playersRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/players',
    validateSearch: (search: Record<string, unknown>) => ({ cursor: read.text(search.cursor) }),
});

export const playerRoute = createRoute({ getParentRoute: () => shellRoute, path: '/players/$playerId' });

export const playersRoutes = [page(playersRoute, () => import('./PlayersPage')), page(playerRoute, () => import('./PlayerPage'))];
