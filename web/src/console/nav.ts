import {
    IconAdjustmentsHorizontal,
    IconArrowsDiff,
    IconBolt,
    IconBrowser,
    IconBuildingStore,
    IconChartBar,
    IconClick,
    IconCoin,
    IconCoins,
    IconFileInvoice,
    IconHistory,
    IconHome2,
    IconKey,
    IconLink,
    IconMailForward,
    IconPalette,
    IconPlugConnected,
    IconPlus,
    IconPlusMinus,
    IconReportAnalytics,
    IconScale,
    IconSend,
    IconShieldSearch,
    IconSpeakerphone,
    IconTimelineEvent,
    IconUserCircle,
    IconUsers,
    IconUsersGroup,
    IconUserStar,
    IconWebhook,
} from '@tabler/icons-react';
import type { NavGroup, NavItem } from '@/ui/nav';
import { linkTo } from './link';

export const navGroups: NavGroup[] = [
    {
        items: [
            { label: 'Home', link: linkTo({ to: '/' }), icon: IconHome2, keywords: 'overview dashboard health' },
            { label: 'Reports', link: linkTo({ to: '/reports' }), icon: IconChartBar, keywords: 'analytics metrics csv' },
            { label: 'Why did it change?', link: linkTo({ to: '/reports/change' }), icon: IconArrowsDiff, hidden: true, keywords: 'explain change difference compare drop rise reports' },
            { label: 'Saved reports', link: linkTo({ to: '/reports/saved' }), icon: IconReportAnalytics, hidden: true, keywords: 'presets api url token' },
        ],
    },
    {
        label: 'Programme',
        items: [
            { label: 'Affiliates', link: linkTo({ to: '/affiliates' }), icon: IconUsersGroup, keywords: 'partners approve' },
            { label: 'Links', link: linkTo({ to: '/links' }), icon: IconLink, keywords: 'tracking qr' },
            { label: 'Campaigns', link: linkTo({ to: '/campaigns' }), icon: IconSpeakerphone, keywords: 'creatives banners' },
            { label: 'Deals', link: linkTo({ to: '/deals' }), icon: IconScale, keywords: 'commission cpa revshare' },
            { label: 'What would this deal have cost?', link: linkTo({ to: '/deals/simulate' }), icon: IconTimelineEvent, hidden: true, keywords: 'simulation simulate deal terms compare' },
            { label: 'Players', link: linkTo({ to: '/players' }), icon: IconUserStar, keywords: 'attribution why' },
        ],
    },
    {
        label: 'Money and activity',
        items: [
            { label: 'Statements', link: linkTo({ to: '/statements' }), icon: IconFileInvoice, keywords: 'payments payouts close approve' },
            { label: 'Adjustments', link: linkTo({ to: '/adjustments' }), icon: IconPlusMinus, keywords: 'bonus correction reverse' },
            { label: 'Accruals', link: linkTo({ to: '/accruals' }), icon: IconCoins, keywords: 'commission rewards explain why' },
            { label: 'Fraud signals', link: linkTo({ to: '/signals' }), icon: IconShieldSearch, keywords: 'review bursts addresses unusual release reverse hold' },
            { label: 'Fraud rules', link: linkTo({ to: '/signals/rules' }), icon: IconShieldSearch, hidden: true, keywords: 'signals bursts addresses agents conversion try' },
            { label: 'Events', link: linkTo({ to: '/events' }), icon: IconBolt, keywords: 'registrations deposits ngr' },
            { label: 'Postbacks', link: linkTo({ to: '/postbacks' }), icon: IconSend, keywords: 'tracker s2s affiliates' },
            { label: 'Deliveries', link: linkTo({ to: '/deliveries' }), icon: IconMailForward, hidden: true, keywords: 'messages webhooks postbacks attempts replay failed' },
            { label: 'Clicks', link: linkTo({ to: '/clicks' }), icon: IconClick },
        ],
    },
    {
        label: 'Organisation',
        items: [
            { label: 'Settings', link: linkTo({ to: '/settings' }), icon: IconAdjustmentsHorizontal, keywords: 'operator time zone currency' },
            { label: 'Brands', link: linkTo({ to: '/settings/brands' }), icon: IconBuildingStore, hidden: true, keywords: 'settings' },
            { label: 'Landing pages', link: linkTo({ to: '/settings/landing-pages' }), icon: IconBrowser, hidden: true, keywords: 'settings destinations urls' },
            { label: 'API keys', link: linkTo({ to: '/settings/api-keys' }), icon: IconKey, hidden: true, keywords: 'settings', roles: ['admin'] },
            { label: 'Integration', link: linkTo({ to: '/settings/integration' }), icon: IconPlugConnected, hidden: true, keywords: 'settings test dry run refused requests errors' },
            { label: 'Webhooks', link: linkTo({ to: '/settings/webhooks' }), icon: IconWebhook, hidden: true, keywords: 'settings messages signed secret', roles: ['admin'] },
            { label: 'Users', link: linkTo({ to: '/settings/users' }), icon: IconUsers, hidden: true, keywords: 'settings invite', roles: ['admin'] },
            { label: 'Portal branding', link: linkTo({ to: '/settings/portal' }), icon: IconPalette, hidden: true, keywords: 'settings domains logo colour' },
            { label: 'Exchange rates', link: linkTo({ to: '/settings/exchange-rates' }), icon: IconCoin, hidden: true, keywords: 'settings fx currency' },
            { label: 'Audit log', link: linkTo({ to: '/settings/audit-log' }), icon: IconHistory, hidden: true, keywords: 'settings changes who' },
            { label: 'Profile and security', link: linkTo({ to: '/profile' }), icon: IconUserCircle, hidden: true, keywords: 'password 2fa totp' },
        ],
    },
];

const writers = ['admin', 'manager'];
const bookkeepers = [...writers, 'finance'];

// The actions that the search box offers.
export const actions: NavItem[] = [
    { label: 'New affiliate', link: linkTo({ to: '/affiliates/new' }), icon: IconPlus, keywords: 'onboard create add partner invite deal link', roles: writers },
    { label: 'New affiliate, short form', link: linkTo({ to: '/affiliates', search: { create: true } }), icon: IconPlus, keywords: 'create add partner invite', roles: writers },
    { label: 'New link', link: linkTo({ to: '/links', search: { create: true } }), icon: IconPlus, keywords: 'create add tracking', roles: writers },
    { label: 'New deal', link: linkTo({ to: '/deals/new' }), icon: IconPlus, keywords: 'create add commission', roles: writers },
    { label: 'Build a report', link: linkTo({ to: '/reports' }), icon: IconChartBar, keywords: 'create new report' },
    { label: 'Close a period', link: linkTo({ to: '/statements' }), icon: IconFileInvoice, keywords: 'statements end of month approve pay', roles: bookkeepers },
    { label: 'Add an adjustment', link: linkTo({ to: '/adjustments', search: { create: true } }), icon: IconPlusMinus, keywords: 'bonus correction new', roles: bookkeepers },
    { label: 'Add an exchange rate', link: linkTo({ to: '/settings/exchange-rates' }), icon: IconCoin, keywords: 'fx currency missing rate', roles: bookkeepers },
];
