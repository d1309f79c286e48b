import type { Icon } from '@tabler/icons-react';
import type { LinkTarget } from './Link';
import type { NavItem } from './nav';

// One line of the search box.
export interface FoundItem {
    key: string;
    label: string;
    detail?: string;
    status?: string;
    link: LinkTarget;
    icon: Icon;
}

export interface FoundGroup {
    label: string;
    items: FoundItem[];
}

export interface Findings {
    groups: FoundGroup[];
    pending: boolean;
    failed: boolean;
}

// A hook that searches the server. Without one, the search box finds pages only.
export type UseFindings = (text: string) => Findings;
export const findNothing: UseFindings = () => ({ groups: [], pending: false, failed: false });

// Pages and actions whose name starts with the text come first, then those that contain it, then those with such a keyword.
export function matching(items: NavItem[], text: string): NavItem[] {
    const sought = text.trim().toLowerCase();
    const rank = ({ label }: NavItem) => (label.toLowerCase().startsWith(sought) ? 0 : label.toLowerCase().includes(sought) ? 1 : 2);
    const found = items.filter((item) => `${item.label} ${item.keywords ?? ''}`.toLowerCase().includes(sought));
    return sought ? found.sort((a, b) => rank(a) - rank(b)) : found;
}

const asFound = (item: NavItem): FoundItem => ({ key: `page ${item.label}`, label: item.label, link: item.link, icon: item.icon });

// Pages and actions are not many, and the first result must stay where it is while the server answers, so they come first.
export function groupsFor(text: string, pages: NavItem[], actions: NavItem[], found: FoundGroup[]): FoundGroup[] {
    const shown = text.trim() ? 4 : Infinity;
    const own = [
        { label: 'Pages', items: matching(pages, text).slice(0, shown).map(asFound) },
        { label: 'Actions', items: matching(actions, text).slice(0, shown).map(asFound) },
    ];
    return [...own, ...found].filter(({ items }) => items.length > 0);
}
