import { createRoute } from '@tanstack/react-router';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';
import { statementsQuestions } from './questions';

export const statementsRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/statements',
    validateSearch: optional((search) => ({ cursor: read.text(search.cursor), sort: read.text(search.sort), period: read.text(search.period), affiliateId: read.text(search.affiliateId), status: read.text(search.status), currency: read.text(search.currency) })),
});

export const adjustmentsRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/adjustments',
    validateSearch: optional((search) => ({ cursor: read.text(search.cursor), affiliateId: read.text(search.affiliateId), currency: read.text(search.currency), create: read.flag(search.create) })),
});

export const statementRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/statements/$statementId',
});

export const accrualRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/accruals/$accrualId',
});

page(statementsRoute, () => import('./StatementsPage'), statementsQuestions);
page(adjustmentsRoute, () => import('./AdjustmentsPage'));
page(statementRoute, () => import('./StatementPage'));
page(accrualRoute, () => import('./AccrualPage'));

export const statementsRoutes = [statementsRoute, adjustmentsRoute, statementRoute, accrualRoute];
