// What can be added to a tracking link, by the rules that the redirect keeps.

export const subNames = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const;
export type SubName = (typeof subNames)[number];
export type Subs = Partial<Record<SubName, string>>;

// What is wrong with a relative path, or null. One slash at either end is fine.
export function pathError(path: string): string | null {
    const text = path.trim();
    if (text === '') return null;
    if (!/^[A-Za-z0-9\-/._]*$/.test(text)) return 'Only letters, digits, hyphens, dots, underscores and slashes';
    if (text.length > 512) return 'At most 512 characters';
    const segments = text.replace(/^\//, '').replace(/\/$/, '').split('/');
    if (segments.some((segment) => segment === '')) return 'No two slashes in a row';
    return segments.some((segment) => segment === '.' || segment === '..') ? 'No “.” or “..” between slashes' : null;
}

// The tracking link with a deeper page and labels. What is empty or wrong is left out.
export function deepLink(trackingUrl: string, path: string, subs: Subs): string {
    const url = new URL(trackingUrl);
    if (path.trim() !== '' && pathError(path) === null) url.searchParams.set('relativepath', path.trim());
    for (const name of subNames) {
        const value = subs[name]?.trim();
        if (value) url.searchParams.set(name, value);
    }
    // Slashes may stand in a query as they are, and are easier to read so.
    return url.href.replaceAll('%2F', '/');
}

// Where visitors end up: the path joins the destination's with exactly one slash, before query and fragment.
export function landingPage(destinationUrl: string, path: string): string {
    const text = path.trim();
    if (text === '' || pathError(text) !== null) return destinationUrl;
    const url = new URL(destinationUrl);
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${text.replace(/^\//, '')}`;
    return url.href;
}

// The tracking link by the link's code instead of its id: shorter, for print and speech.
export const shortLink = (trackingUrl: string, linkId: string, code: string): string => trackingUrl.replace(linkId, code);

// The origin that destinations of a brand share, for telling before asking.
export function destinationError(destination: string, allowed: string[]): string | null {
    let url: URL;
    try {
        url = new URL(destination.trim());
    } catch {
        return 'A whole address, beginning with https://';
    }
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'A whole address, beginning with https://';
    const origins = [...new Set(allowed.map((one) => new URL(one).origin))];
    return origins.length === 0 || origins.includes(url.origin) ? null : `A page of ${origins.map((one) => one.replace(/^https?:\/\//, '')).join(' or ')}`;
}
