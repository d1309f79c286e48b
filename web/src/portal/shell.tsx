import { createRoute, useLocation } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import { createRoot, withinBase } from '@/routing';
import { SessionGate, type Branding } from '@/session/session';
import { ToLogin } from '@/session/ToLogin';
import { AppShell } from '@/ui/AppShell';
import { PortalMark } from './branding';
import { navGroups } from './nav';
import { PhoneTabs } from './PhoneTabs';

// "/portal", or "/" on the operator's own domain; the server writes it into the page.
export const basepath = document.querySelector<HTMLMetaElement>('meta[name="portal-base"]')?.content || '/portal';
export const rootRoute = createRoot();

export const BrandingContext = createContext<Branding>({ name: null, logoUrl: null, primaryColor: null });

function Framed() {
    const branding = useContext(BrandingContext);
    const path = withinBase(useLocation().pathname, basepath);
    return <AppShell brand={<PortalMark branding={branding} />} groups={navGroups} path={path} phoneBar={<PhoneTabs path={path} />} />;
}

// The parent of every page that needs a login.
export const shellRoute = createRoute({
    getParentRoute: () => rootRoute,
    id: 'shell',
    component: () => (
        <SessionGate otherwise={<ToLogin basepath={basepath} />}>
            <Framed />
        </SessionGate>
    ),
});
