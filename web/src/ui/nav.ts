import type { Icon } from '@tabler/icons-react';
import type { LinkTarget } from './Link';

export interface NavItem {
    label: string;
    link: LinkTarget;
    icon: Icon;
    // Other words by which people search for this page.
    keywords?: string;
    // Listed in the quick switcher but not in the side bar.
    hidden?: boolean;
    // The path below which the item is marked as current. The default is the path of `link`.
    within?: string;
    // Only users with one of these roles see it.
    roles?: string[];
}

export interface NavGroup {
    label?: string;
    items: NavItem[];
}
