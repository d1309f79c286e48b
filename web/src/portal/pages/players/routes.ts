import { createRoute } from '@tanstack/react-router';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';
import { playersQuestions } from './questions';

export const playersRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/players',
    validateSearch: optional((search) => ({ cursor: read.text(search.cursor) })),
});

export const playerRoute = createRoute({ getParentRoute: () => shellRoute, path: '/players/$playerId' });

page(playersRoute, () => import('./PlayersPage'), playersQuestions);
page(playerRoute, () => import('./PlayerPage'));

export const playersRoutes = [playersRoute, playerRoute];
