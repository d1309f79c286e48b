import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from '@/api/queries';
import { EntryBrandContext } from '@/session/EntryFrame';
import { start } from '@/start';
import { brandedTheme, portalName, PortalMark, readBranding } from './branding';
import { router } from './router';
import { BrandingContext } from './shell';

// The operator's colours come before the first paint: a portal that changes its face while one looks is no one's.
const branding = await readBranding();
document.title = portalName(branding);

start(
    createQueryClient(),
    <BrandingContext value={branding}>
        <EntryBrandContext value={<PortalMark branding={branding} height={36} />}>
            <RouterProvider router={router} />
        </EntryBrandContext>
    </BrandingContext>,
    brandedTheme(branding),
);
