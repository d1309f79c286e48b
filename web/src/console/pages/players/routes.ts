import { createRoute } from '@tanstack/react-router';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';
import { playerQuestions, playersQuestions } from './questions';

export const playersRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/players',
    validateSearch: optional((search) => ({ cursor: read.text(search.cursor), search: read.text(search.search), affiliateId: read.text(search.affiliateId), brandId: read.text(search.brandId) })),
});

export const playerRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/players/$playerId',
    validateSearch: optional((search) => ({ cursor: read.text(search.cursor), tab: read.text(search.tab) })),
});

page(playersRoute, () => import('./PlayersPage'), playersQuestions);
page(playerRoute, () => import('./PlayerPage'), playerQuestions);

export const playersRoutes = [playersRoute, playerRoute];
