import { createRoute } from '@tanstack/react-router';
import { page } from '@/routing';
import { read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';

export const campaignsRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/campaigns',
    validateSearch: (search: Record<string, unknown>) => ({ cursor: read.text(search.cursor), tab: read.text(search.tab), brandId: read.text(search.brandId), status: read.text(search.status) }),
});

export const campaignRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/campaigns/$campaignId',
    validateSearch: (search: Record<string, unknown>) => ({ cursor: read.text(search.cursor) }),
});

export const creativeRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/creatives/$creativeId',
    validateSearch: (search: Record<string, unknown>) => ({ cursor: read.text(search.cursor), linkId: read.text(search.linkId) }),
});

export const campaignsRoutes = [
    page(campaignsRoute, () => import('./CampaignsPage')),
    page(campaignRoute, () => import('./CampaignPage')),
    page(creativeRoute, () => import('./CreativePage')),
];
