export interface DeepLink {
    relativepath: string;
    // sub1 to sub5, in order.
    subs: string[];
}

export const emptyDeepLink: DeepLink = { relativepath: '', subs: ['', '', '', '', ''] };

// The reason why the server would reject the path, or null. The path may start and end with one slash.
export function pathProblem(path: string): string | null {
    if (path === '') return null;
    if (path.length > 512) return 'At most 512 characters';
    if (!/^[A-Za-z0-9\-/._]*$/.test(path)) return 'Use only letters, digits, hyphens, slashes, dots and underscores';
    const segments = path.replace(/^\//, '').replace(/\/$/, '').split('/');
    if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) return 'Parts between slashes must not be empty, . or ..';
    return null;
}

export function deepLinkUrl(trackingUrl: string, { relativepath, subs }: DeepLink): string {
    const url = new URL(trackingUrl);
    if (relativepath) url.searchParams.set('relativepath', relativepath);
    subs.forEach((sub, index) => sub && url.searchParams.set(`sub${index + 1}`, sub));
    // A query may contain slashes, and they are easier to read unescaped.
    return url.href.replaceAll('%2F', '/');
}

// The page that a visitor reaches, without the click id.
export function landingUrl(destination: string, relativepath: string): string {
    const url = new URL(destination);
    if (relativepath) url.pathname = `${url.pathname.replace(/\/$/, '')}/${relativepath.replace(/^\//, '')}`;
    return url.href;
}
