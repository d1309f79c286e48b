import { createRoute } from '@tanstack/react-router';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';
import { whereOf } from '../../where';

export const statementsRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/statements',
    validateSearch: optional((search) => ({
        cursor: read.text(search.cursor),
        status: read.oneOf('open', 'closed', 'approved', 'paid', 'onHold', 'settled')(search.status),
    })),
});

export const statementRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/statements/$statementId',
    validateSearch: optional((search) => ({
        // The number of the open line, and the page of its list.
        line: read.text(search.line),
        cursor: read.text(search.cursor),
    })),
});

// The accruals that a number of a report adds up.
export const earningsRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/accruals',
    validateSearch: optional((search) => ({
        cursor: read.text(search.cursor),
        metric: read.text(search.metric),
        startDate: read.text(search.startDate),
        endDate: read.text(search.endDate),
        where: whereOf(search.where),
    })),
});

export const accrualRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/accruals/$accrualId',
    // The statement from which the accrual was opened.
    validateSearch: optional((search) => ({ statement: read.text(search.statement) })),
});

page(statementsRoute, () => import('./StatementsPage'));
page(statementRoute, () => import('./StatementPage'));
page(earningsRoute, () => import('./EarningsPage'));
page(accrualRoute, () => import('./AccrualPage'));

export const statementsRoutes = [statementsRoute, statementRoute, earningsRoute, accrualRoute];
