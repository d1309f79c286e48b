import { call } from '@/api/client';
import type { Branding } from '@/session/session';

// Who the portal belongs to, by its address; nobody has to be logged in for it. A portal without its branding is
// better than none, so a failure means the plain look.
export async function readBranding(): Promise<Branding> {
    try {
        return await call<Branding>('GET', '/portal/branding');
    } catch {
        return { name: null, logoUrl: null, primaryColor: null };
    }
}

// The operator's logo in the tab as well.
export function showIcon({ logoUrl }: Branding): void {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon && logoUrl) icon.href = logoUrl;
}
