import type { Icon } from '@tabler/icons-react';
import type { LinkTarget } from './Link';

export interface NavItem {
    label: string;
    link: LinkTarget;
    icon: Icon;
    // Words that people may search this page by.
    keywords?: string;
    // Pages that the quick switcher offers but the side bar does not.
    hidden?: boolean;
    // The path beneath which the item counts as current; that of `link` without it.
    within?: string;
    // Only whoever has one of these roles sees it.
    roles?: string[];
}

export interface NavGroup {
    label?: string;
    items: NavItem[];
}
