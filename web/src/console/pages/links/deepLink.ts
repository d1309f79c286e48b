export interface DeepLink {
    relativepath: string;
    // sub1 to sub5, in their order.
    subs: string[];
}

export const emptyDeepLink: DeepLink = { relativepath: '', subs: ['', '', '', '', ''] };

// Why the server would refuse the path, or null. The rules are those of the redirect: one slash may lead and one may end it.
export function pathProblem(path: string): string | null {
    if (path === '') return null;
    if (path.length > 512) return 'At most 512 characters';
    if (!/^[A-Za-z0-9\-/._]*$/.test(path)) return 'Only letters, digits, hyphens, slashes, dots and underscores';
    const segments = path.replace(/^\//, '').replace(/\/$/, '').split('/');
    if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) return 'No empty parts, and neither . nor .. alone';
    return null;
}

export function deepLinkUrl(trackingUrl: string, { relativepath, subs }: DeepLink): string {
    const url = new URL(trackingUrl);
    if (relativepath) url.searchParams.set('relativepath', relativepath);
    subs.forEach((sub, index) => sub && url.searchParams.set(`sub${index + 1}`, sub));
    // Slashes may stand in a query as they are, and people read them more easily.
    return url.href.replaceAll('%2F', '/');
}

// Where a visitor ends up, without the click's id.
export function landingUrl(destination: string, relativepath: string): string {
    const url = new URL(destination);
    if (relativepath) url.pathname = `${url.pathname.replace(/\/$/, '')}/${relativepath.replace(/^\//, '')}`;
    return url.href;
}
