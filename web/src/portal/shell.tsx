import { useLocation } from '@tanstack/react-router';
import { createContext, useContext, type ReactNode } from 'react';
import { createRoot, createShell, withinBase } from '@/routing';
import { SessionGate, type Branding } from '@/session/session';
import { ToLogin } from '@/session/ToLogin';
import { PortalMark } from '@/theme/branding';
import { AppShell } from '@/ui/AppShell';
import { navGroups } from './nav';
import { PhoneTabs } from './PhoneTabs';

// "/portal", or "/" on the operator's own domain. The server writes it into the page.
export const basepath = document.querySelector<HTMLMetaElement>('meta[name="portal-base"]')?.content || '/portal';
export const rootRoute = createRoot();

export const BrandingContext = createContext<Branding>({ name: null, logoUrl: null, primaryColor: null });

function Framed(): ReactNode {
    const branding = useContext(BrandingContext);
    const path = withinBase(useLocation().pathname, basepath);
    return <AppShell brand={<PortalMark branding={branding} />} groups={navGroups} path={path} phoneBar={<PhoneTabs path={path} />} />;
}

export const shellRoute = createShell(rootRoute, () => (
    <SessionGate otherwise={<ToLogin basepath={basepath} />}>
        <Framed />
    </SessionGate>
));
