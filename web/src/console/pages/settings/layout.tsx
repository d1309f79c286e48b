import { Tabs, Title } from '@mantine/core';
import { createRoute, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { usePermissions } from '@/session/session';
import { shellRoute } from '../../shell';
import styles from './layout.module.css';

const tabs = [
    { path: '/settings', label: 'General' },
    { path: '/settings/brands', label: 'Brands' },
    { path: '/settings/users', label: 'Users', adminOnly: true },
    { path: '/settings/api-keys', label: 'API keys', adminOnly: true },
    { path: '/settings/portal', label: 'Portal' },
    { path: '/settings/exchange-rates', label: 'Exchange rates' },
    { path: '/settings/audit-log', label: 'Audit log' },
];

function SettingsLayout() {
    const navigate = useNavigate();
    const { admin } = usePermissions();
    const path = useLocation().pathname.replace(/^\/console/, '').replace(/\/$/, '');
    return (
        <>
            <Title order={2} component="p" size="h1" mb="sm">
                Settings
            </Title>
            <Tabs value={path} onChange={(to) => void navigate({ to: to ?? '/settings' } as never)} mb="lg" activateTabWithKeyboard={false}>
                <Tabs.List className={styles.list} aria-label="Settings">
                    {tabs
                        .filter((tab) => admin || !tab.adminOnly)
                        .map((tab) => (
                            <Tabs.Tab key={tab.path} value={tab.path}>
                                {tab.label}
                            </Tabs.Tab>
                        ))}
                </Tabs.List>
            </Tabs>
            <Outlet />
        </>
    );
}

// The parent of all settings: their tabs above the page.
export const settingsRoute = createRoute({ getParentRoute: () => shellRoute, path: '/settings', component: SettingsLayout });
