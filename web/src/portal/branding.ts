import { call } from '@/api/client';
import type { Branding } from '@/session/session';

// The branding of the portal at this host, which needs no login. If the request fails, the portal has the default look.
export async function readBranding(): Promise<Branding> {
    try {
        return await call<Branding>('GET', '/portal/branding');
    } catch {
        return { name: null, logoUrl: null, primaryColor: null };
    }
}

// Shows the operator's logo in the browser tab.
export function showIcon({ logoUrl }: Branding): void {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon && logoUrl) icon.href = logoUrl;
}
