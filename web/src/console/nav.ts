import {
    IconAdjustmentsHorizontal,
    IconBolt,
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
    IconPalette,
    IconReportAnalytics,
    IconScale,
    IconSpeakerphone,
    IconUserCircle,
    IconUsers,
    IconUsersGroup,
    IconUserStar,
} from '@tabler/icons-react';
import type { NavGroup } from '@/ui/nav';

export const navGroups: NavGroup[] = [
    {
        items: [
            { label: 'Home', to: '/', icon: IconHome2, keywords: 'overview dashboard health' },
            { label: 'Reports', to: '/reports', icon: IconChartBar, keywords: 'analytics metrics csv' },
            { label: 'Saved reports', to: '/reports/saved', icon: IconReportAnalytics, hidden: true, keywords: 'presets api url token' },
        ],
    },
    {
        label: 'Programme',
        items: [
            { label: 'Affiliates', to: '/affiliates', icon: IconUsersGroup, keywords: 'partners approve' },
            { label: 'Links', to: '/links', icon: IconLink, keywords: 'tracking qr' },
            { label: 'Campaigns', to: '/campaigns', icon: IconSpeakerphone, keywords: 'creatives banners' },
            { label: 'Deals', to: '/deals', icon: IconScale, keywords: 'commission cpa revshare' },
            { label: 'Players', to: '/players', icon: IconUserStar, keywords: 'attribution why' },
        ],
    },
    {
        label: 'Money and activity',
        items: [
            { label: 'Statements', to: '/statements', icon: IconFileInvoice, keywords: 'payments payouts close approve' },
            { label: 'Accruals', to: '/accruals', icon: IconCoins, keywords: 'rewards commission explain why' },
            { label: 'Events', to: '/events', icon: IconBolt, keywords: 'registrations deposits ngr' },
            { label: 'Clicks', to: '/clicks', icon: IconClick },
        ],
    },
    {
        label: 'Organisation',
        items: [
            { label: 'Settings', to: '/settings', icon: IconAdjustmentsHorizontal, keywords: 'operator time zone currency' },
            { label: 'Brands', to: '/settings/brands', icon: IconBuildingStore, hidden: true, keywords: 'settings' },
            { label: 'API keys', to: '/settings/api-keys', icon: IconKey, hidden: true, keywords: 'settings', roles: ['admin'] },
            { label: 'Users', to: '/settings/users', icon: IconUsers, hidden: true, keywords: 'settings invite', roles: ['admin'] },
            { label: 'Portal branding', to: '/settings/portal', icon: IconPalette, hidden: true, keywords: 'settings domains logo colour' },
            { label: 'Exchange rates', to: '/settings/exchange-rates', icon: IconCoin, hidden: true, keywords: 'settings fx currency' },
            { label: 'Audit log', to: '/settings/audit-log', icon: IconHistory, hidden: true, keywords: 'settings changes who' },
            { label: 'Profile and security', to: '/profile', icon: IconUserCircle, hidden: true, keywords: 'password 2fa totp' },
        ],
    },
];
