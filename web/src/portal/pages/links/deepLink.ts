// Deep links: a path and SubIDs that are added to a tracking link, by the rules of the server.

export const subNames = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const;
export type SubName = (typeof subNames)[number];
export type Subs = Partial<Record<SubName, string>>;

// The reason why a relative path is invalid, or null. It may start and end with one slash.
export function pathError(path: string): string | null {
    const text = path.trim();
    if (text === '') return null;
    if (!/^[A-Za-z0-9\-/._]*$/.test(text)) return 'Use only letters, digits, hyphens, slashes, dots and underscores';
    if (text.length > 512) return 'At most 512 characters';
    const segments = text.replace(/^\//, '').replace(/\/$/, '').split('/');
    if (segments.some((segment) => segment === '')) return 'Use single slashes';
    return segments.some((segment) => segment === '.' || segment === '..') ? 'Parts between slashes must not be . or ..' : null;
}

// The tracking link with a path and SubIDs. Empty and invalid values are left out.
export function deepLink(trackingUrl: string, path: string, subs: Subs): string {
    const url = new URL(trackingUrl);
    if (path.trim() !== '' && pathError(path) === null) url.searchParams.set('relativepath', path.trim());
    for (const name of subNames) {
        const value = subs[name]?.trim();
        if (value) url.searchParams.set(name, value);
    }
    // A query may contain slashes, and they are easier to read unescaped.
    return url.href.replaceAll('%2F', '/');
}

// The page that visitors reach: the path is added to the destination with one slash, before query and fragment.
export function landingPage(destinationUrl: string, path: string): string {
    const text = path.trim();
    if (text === '' || pathError(text) !== null) return destinationUrl;
    const url = new URL(destinationUrl);
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${text.replace(/^\//, '')}`;
    return url.href;
}

// Checks a destination before it is sent. It must be on one of the brand's origins.
export function destinationError(destination: string, allowed: string[]): string | null {
    let url: URL;
    try {
        url = new URL(destination.trim());
    } catch {
        return 'Enter a full URL that starts with https://';
    }
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Enter a full URL that starts with https://';
    const origins = [...new Set(allowed.map((one) => new URL(one).origin))];
    return origins.length === 0 || origins.includes(url.origin) ? null : `Enter a page of ${origins.map((one) => one.replace(/^https?:\/\//, '')).join(' or ')}`;
}
