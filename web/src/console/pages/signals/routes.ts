import { createRoute } from '@tanstack/react-router';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';

export const signalsRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/signals',
    validateSearch: optional((search) => ({
        cursor: read.text(search.cursor),
        state: read.oneOf('open', 'released', 'reversed', 'all')(search.state),
        affiliateId: read.text(search.affiliateId),
        ruleId: read.text(search.ruleId),
    })),
});

export const rulesRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/signals/rules',
    validateSearch: optional((search) => ({ ruleId: read.text(search.ruleId) })),
});

page(signalsRoute, () => import('./SignalsPage'));
page(rulesRoute, () => import('./RulesPage'));

export const signalsRoutes = [signalsRoute, rulesRoute];
