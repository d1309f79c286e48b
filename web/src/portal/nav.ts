import { IconChartBar, IconFileInvoice, IconHome2, IconLink, IconPhoto, IconUserCircle } from '@tabler/icons-react';
import type { NavGroup } from '@/ui/nav';

export const navGroups: NavGroup[] = [
    {
        items: [
            { label: 'Dashboard', to: '/', icon: IconHome2, keywords: 'overview home' },
            { label: 'Links', to: '/links', icon: IconLink, keywords: 'tracking qr deep link subid' },
            { label: 'Creatives', to: '/creatives', icon: IconPhoto, keywords: 'banners embed' },
            { label: 'Reports', to: '/reports', icon: IconChartBar, keywords: 'analytics metrics csv' },
            { label: 'Statements', to: '/statements', icon: IconFileInvoice, keywords: 'earnings payments' },
            { label: 'Profile and security', to: '/profile', icon: IconUserCircle, hidden: true, keywords: 'password 2fa totp' },
        ],
    },
];
