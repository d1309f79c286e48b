import styles from './TabLinks.module.css';
import { Link, type LinkTarget } from './Link';

export interface TabLink extends LinkTarget {
    label: string;
    current: boolean;
}

// Tabs that are addresses: each can be bookmarked, opened in another window, and reached by going back.
export function TabLinks({ label, tabs }: { label: string; tabs: TabLink[] }) {
    return (
        <nav aria-label={label} className={styles.bar}>
            {tabs.map(({ label: name, current, ...target }) => (
                <Link key={name} {...target} className={styles.tab} underline="never" data-current={current || undefined} aria-current={current ? 'page' : undefined}>
                    {name}
                </Link>
            ))}
        </nav>
    );
}
