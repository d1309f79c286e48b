import { useDocumentTitle } from '@mantine/hooks';
import { createContext, useContext } from 'react';

// Whose pages these are, behind the page's own name in the tab: "Links · Beacon Partners". Empty means the name alone.
export const SiteNameContext = createContext('');

export function usePageTitle(title: string): void {
    const site = useContext(SiteNameContext);
    useDocumentTitle(site ? `${title} · ${site}` : title);
}
