import { createRoute } from '@tanstack/react-router';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { drillSearch } from '../../reporting/drill';
import { shellRoute } from '../../shell';
import { accrualsQuestions, clicksQuestions, eventsQuestions } from './questions';

// Lists have the parameters of their API, and the filters of an opened number.
export const eventsRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/events',
    validateSearch: optional((search) => ({
        cursor: read.text(search.cursor),
        type: read.text(search.type),
        brandId: read.text(search.brandId),
        affiliateId: read.text(search.affiliateId),
        linkId: read.text(search.linkId),
        playerId: read.text(search.playerId),
        idempotencyKey: read.text(search.idempotencyKey),
        from: read.text(search.from),
        to: read.text(search.to),
        ...drillSearch(search),
    })),
});

export const clicksRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/clicks',
    validateSearch: optional((search) => ({
        cursor: read.text(search.cursor),
        clickId: read.text(search.clickId),
        linkId: read.text(search.linkId),
        affiliateId: read.text(search.affiliateId),
        brandId: read.text(search.brandId),
        counted: read.oneOf('yes', 'no')(search.counted),
        from: read.text(search.from),
        to: read.text(search.to),
        ...drillSearch(search),
    })),
});

export const accrualsRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/accruals',
    validateSearch: optional((search) => ({
        cursor: read.text(search.cursor),
        affiliateId: read.text(search.affiliateId),
        playerId: read.text(search.playerId),
        brandId: read.text(search.brandId),
        dealId: read.text(search.dealId),
        component: read.oneOf('cpa', 'revShare', 'cpl', 'fixedMonthly', 'subAffiliate', 'turnover')(search.component),
        eventId: read.text(search.eventId),
        // A month such as 2026-11.
        period: read.text(search.period),
        status: read.oneOf('final', 'unpriced')(search.status),
        reason: read.oneOf('earned', 'capped', 'reRated', 'clawback', 'reassigned', 'excluded', 'reversed', 'opened', 'followed')(search.reason),
        ...drillSearch(search),
    })),
});

page(eventsRoute, () => import('./EventsPage'), eventsQuestions);
page(clicksRoute, () => import('./ClicksPage'), clicksQuestions);
page(accrualsRoute, () => import('./AccrualsPage'), accrualsQuestions);

export const activityRoutes = [eventsRoute, clicksRoute, accrualsRoute];
