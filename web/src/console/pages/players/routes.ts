import { createRoute } from '@tanstack/react-router';
import { page } from '@/routing';
import { read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';
import { playerQuestions, playersQuestions } from './questions';

export const playersRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/players',
    validateSearch: (search: Record<string, unknown>) => ({ cursor: read.text(search.cursor), search: read.text(search.search), affiliateId: read.text(search.affiliateId), brandId: read.text(search.brandId) }),
});

export const playerRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/players/$playerId',
    validateSearch: (search: Record<string, unknown>) => ({ cursor: read.text(search.cursor), tab: read.text(search.tab) }),
});

export const playersRoutes = [
    page(playersRoute, () => import('./PlayersPage'), playersQuestions),
    page(playerRoute, () => import('./PlayerPage'), playerQuestions),
];
