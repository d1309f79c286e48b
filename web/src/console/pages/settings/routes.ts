import { createRoute } from '@tanstack/react-router';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { settingsRoute } from './layout';
import { auditQuestions, integrationQuestions } from './questions';

export const generalRoute = createRoute({
    getParentRoute: () => settingsRoute,
    path: '/',
});

export const brandsRoute = createRoute({
    getParentRoute: () => settingsRoute,
    path: '/brands',
    validateSearch: optional((search) => ({ cursor: read.text(search.cursor), status: read.text(search.status) })),
});

export const landingPagesRoute = createRoute({
    getParentRoute: () => settingsRoute,
    path: '/landing-pages',
    validateSearch: optional((search) => ({ cursor: read.text(search.cursor), brandId: read.text(search.brandId), status: read.oneOf('active', 'inactive')(search.status) })),
});

export const apiKeysRoute = createRoute({
    getParentRoute: () => settingsRoute,
    path: '/api-keys',
    validateSearch: optional((search) => ({ cursor: read.text(search.cursor) })),
});

export const integrationRoute = createRoute({
    getParentRoute: () => settingsRoute,
    path: '/integration',
    validateSearch: optional((search) => ({ cursor: read.text(search.cursor), apiKeyId: read.text(search.apiKeyId) })),
});

export const webhooksRoute = createRoute({
    getParentRoute: () => settingsRoute,
    path: '/webhooks',
    validateSearch: optional((search) => ({ cursor: read.text(search.cursor) })),
});

export const usersRoute = createRoute({
    getParentRoute: () => settingsRoute,
    path: '/users',
    validateSearch: optional((search) => ({ cursor: read.text(search.cursor), role: read.text(search.role), status: read.text(search.status) })),
});

export const portalRoute = createRoute({
    getParentRoute: () => settingsRoute,
    path: '/portal',
});

export const exchangeRatesRoute = createRoute({
    getParentRoute: () => settingsRoute,
    path: '/exchange-rates',
    // `add` opens the form with the pair of `from` and `to`, and with this day.
    validateSearch: optional((search) => ({ cursor: read.text(search.cursor), date: read.text(search.date), from: read.text(search.from), to: read.text(search.to), add: read.text(search.add) })),
});

export const auditLogRoute = createRoute({
    getParentRoute: () => settingsRoute,
    path: '/audit-log',
    validateSearch: optional((search) => ({ cursor: read.text(search.cursor), action: read.text(search.action), subject: read.text(search.subject), actor: read.text(search.actor) })),
});

page(generalRoute, () => import('./GeneralPage'));
page(brandsRoute, () => import('./BrandsPage'));
page(landingPagesRoute, () => import('./LandingPagesPage'));
page(apiKeysRoute, () => import('./ApiKeysPage'));
page(integrationRoute, () => import('./IntegrationPage'), integrationQuestions);
page(webhooksRoute, () => import('./WebhooksPage'));
page(usersRoute, () => import('./UsersPage'));
page(portalRoute, () => import('./PortalPage'));
page(exchangeRatesRoute, () => import('./ExchangeRatesPage'));
page(auditLogRoute, () => import('./AuditLogPage'), auditQuestions);

export const settingsRoutes = [generalRoute, brandsRoute, landingPagesRoute, apiKeysRoute, integrationRoute, webhooksRoute, usersRoute, portalRoute, exchangeRatesRoute, auditLogRoute];
