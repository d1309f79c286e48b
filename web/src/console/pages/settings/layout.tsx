import { createRoute, Outlet, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { withinBase } from '@/routing';
import { usePermissions } from '@/session/session';
import { TabLinks } from '@/ui/TabLinks';
import { linkTo } from '../../link';
import { basepath, shellRoute } from '../../shell';

const tabs = [
    { link: linkTo({ to: '/settings' }), label: 'General' },
    { link: linkTo({ to: '/settings/brands' }), label: 'Brands' },
    { link: linkTo({ to: '/settings/landing-pages' }), label: 'Landing pages' },
    { link: linkTo({ to: '/settings/users' }), label: 'Users', adminOnly: true },
    { link: linkTo({ to: '/settings/api-keys' }), label: 'API keys', adminOnly: true },
    { link: linkTo({ to: '/settings/integration' }), label: 'Integration' },
    { link: linkTo({ to: '/settings/webhooks' }), label: 'Webhooks', adminOnly: true },
    { link: linkTo({ to: '/settings/portal' }), label: 'Portal' },
    { link: linkTo({ to: '/settings/exchange-rates' }), label: 'Exchange rates' },
    { link: linkTo({ to: '/settings/audit-log' }), label: 'Audit log' },
];

function SettingsLayout(): ReactNode {
    const { admin } = usePermissions();
    const path = withinBase(useLocation().pathname, basepath);
    const shown = tabs.filter((tab) => admin || !tab.adminOnly);
    return (
        <>
            <TabLinks label="Settings" tabs={shown.map(({ link, label }) => ({ link, label, current: path === link.to }))} />
            <Outlet />
        </>
    );
}

// The parent route of all settings, which shows the tabs.
export const settingsRoute = createRoute({ getParentRoute: () => shellRoute, path: '/settings', component: SettingsLayout });
