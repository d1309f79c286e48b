import { RouterProvider } from '@tanstack/react-router';
import { createQueryClient } from '@/api/queries';
import { EntryBrandContext } from '@/session/EntryFrame';
import { readyToDraw } from '@/session/ready';
import { start } from '@/start';
import { brandedTheme, PortalMark, portalName } from '@/theme/branding';
import { SiteNameContext } from '@/ui/title';
import { readBranding, showIcon } from './branding';
import { router } from './router';
import { BrandingContext } from './shell';

// A function, not a wait at the top of the module: the code of the pages imports from this file and would wait for it.
async function begin() {
    const client = createQueryClient();
    // The operator's colours come before the first paint: a portal that changes its face while one looks is no one's.
    const [branding] = await Promise.all([readBranding(), readyToDraw(client, router)]);
    document.title = portalName(branding);
    showIcon(branding);
    start(
        client,
        <BrandingContext value={branding}>
            <SiteNameContext value={portalName(branding)}>
                <EntryBrandContext value={<PortalMark branding={branding} height={36} />}>
                    <RouterProvider router={router} />
                </EntryBrandContext>
            </SiteNameContext>
        </BrandingContext>,
        brandedTheme(branding),
    );
}

void begin();
