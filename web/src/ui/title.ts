import { useDocumentTitle } from '@mantine/hooks';
import { createContext, useContext } from 'react';

// The name of the site, which follows the page's name in the browser tab: "Links · Beacon Partners". Empty for none.
export const SiteNameContext = createContext('');

export function usePageTitle(title: string): void {
    const site = useContext(SiteNameContext);
    useDocumentTitle(site ? `${title} · ${site}` : title);
}
