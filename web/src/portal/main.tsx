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

// A function instead of a top-level await: the chunks of the pages import this file and would wait for it.
async function begin() {
    const client = createQueryClient();
    // The branding is loaded before the first paint, so that the colours do not change while the page is visible.
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
