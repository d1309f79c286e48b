import { createRoute, Outlet, useLocation } from '@tanstack/react-router';
import { withinBase } from '@/routing';
import { usePermissions } from '@/session/session';
import { TabLinks } from '@/ui/TabLinks';
import { basepath, shellRoute } from '../../shell';

const tabs = [
    { to: '/settings', label: 'General' },
    { to: '/settings/brands', label: 'Brands' },
    { to: '/settings/users', label: 'Users', adminOnly: true },
    { to: '/settings/api-keys', label: 'API keys', adminOnly: true },
    { to: '/settings/portal', label: 'Portal' },
    { to: '/settings/exchange-rates', label: 'Exchange rates' },
    { to: '/settings/audit-log', label: 'Audit log' },
];

function SettingsLayout() {
    const { admin } = usePermissions();
    const path = withinBase(useLocation().pathname, basepath);
    const shown = tabs.filter((tab) => admin || !tab.adminOnly);
    return (
        <>
            <TabLinks label="Settings" tabs={shown.map(({ to, label }) => ({ to, label, current: path === to }))} />
            <Outlet />
        </>
    );
}

// The parent of all settings: their tabs above the page.
export const settingsRoute = createRoute({ getParentRoute: () => shellRoute, path: '/settings', component: SettingsLayout });
