import { consoleEntryPages, pagesOf } from './routes';

export const consolePages = pagesOf('console');

// Views of a page that a parameter of its URL selects.
export const consoleViews: Record<string, string[]> = {
    '/affiliates/$affiliateId': ['?tab=deals', '?tab=links', '?tab=players', '?tab=statements', '?tab=sources'],
    '/affiliates': ['?create=true'],
    '/campaigns': ['?tab=creatives'],
    '/deals/$dealId': ['?tab=versions', '?tab=affiliates', '?tab=edit'],
    '/links': ['?create=true'],
};

// The pages after the log-in, each with its views: those of one object, or all others.
export function consolePaths(kind: 'details' | 'others'): string[] {
    const inside = consolePages.filter((one) => !consoleEntryPages.includes(one));
    return inside.filter((one) => one.includes('$') === (kind === 'details')).flatMap((one) => ['', ...(consoleViews[one] ?? [])].map((view) => `/console${one}${view}`));
}
