import { createRoute } from '@tanstack/react-router';
import { periodSearch } from '@/format/period';
import { page } from '@/routing';
import { optional, read } from '@/ui/useSearchState';
import { shellRoute } from '../../shell';
import { campaignQuestions, creativeQuestions } from './questions';

const status = read.oneOf('active', 'inactive');

export const campaignsRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/campaigns',
    validateSearch: optional((search) => ({
        cursor: read.text(search.cursor),
        tab: read.oneOf('creatives')(search.tab),
        brandId: read.text(search.brandId),
        campaignId: read.text(search.campaignId),
        status: status(search.status),
    })),
});

export const campaignRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/campaigns/$campaignId',
    validateSearch: optional((search) => ({ cursor: read.text(search.cursor), ...periodSearch(search) })),
});

export const creativeRoute = createRoute({
    getParentRoute: () => shellRoute,
    path: '/creatives/$creativeId',
    validateSearch: optional((search) => ({
        affiliateId: read.text(search.affiliateId),
        linkId: read.text(search.linkId),
        ...periodSearch(search),
    })),
});

page(campaignsRoute, () => import('./CampaignsPage'));
page(campaignRoute, () => import('./CampaignPage'), campaignQuestions);
page(creativeRoute, () => import('./CreativePage'), creativeQuestions);

export const campaignsRoutes = [campaignsRoute, campaignRoute, creativeRoute];
