import { IconChartBar, IconFileInvoice, IconHome2, IconLink, IconPercentage, IconPhoto, IconSend, IconUserCircle, IconUsers } from '@tabler/icons-react';
import type { NavGroup, NavItem } from '@/ui/nav';
import { linkTo } from './link';

// The main pages, which a phone shows at the bottom.
export const dailyItems: NavItem[] = [
    { label: 'Dashboard', link: linkTo({ to: '/' }), icon: IconHome2, keywords: 'overview home' },
    { label: 'Links', link: linkTo({ to: '/links' }), icon: IconLink, keywords: 'tracking qr deep link subid' },
    { label: 'Creatives', link: linkTo({ to: '/creatives' }), icon: IconPhoto, keywords: 'banners embed' },
    { label: 'Reports', link: linkTo({ to: '/reports' }), icon: IconChartBar, keywords: 'analytics metrics csv' },
    { label: 'Statements', link: linkTo({ to: '/statements' }), icon: IconFileInvoice, keywords: 'commission earnings payments money' },
];

export const navGroups: NavGroup[] = [
    { items: dailyItems },
    {
        label: 'Your account',
        items: [
            { label: 'Players', link: linkTo({ to: '/players' }), icon: IconUsers, keywords: 'why not paid qualified missing' },
            { label: 'My deal', link: linkTo({ to: '/deal' }), icon: IconPercentage, keywords: 'commission cpa revshare terms paid' },
            { label: 'Postbacks', link: linkTo({ to: '/postbacks' }), icon: IconSend, keywords: 'tracker s2s voluum deliveries' },
            { label: 'Profile and security', link: linkTo({ to: '/profile' }), icon: IconUserCircle, keywords: 'password 2fa totp sources' },
        ],
    },
];
