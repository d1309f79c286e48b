import { useEffect, useRef } from 'react';
import styles from './TabLinks.module.css';
import { TargetLink, type LinkTarget } from './Link';

export interface TabLink {
    link: LinkTarget;
    label: string;
    current: boolean;
}

// Tabs that are links, so that a tab has a URL of its own and the browser's Back button works.
export function TabLinks({ label, tabs }: { label: string; tabs: TabLink[] }) {
    const bar = useRef<HTMLElement>(null);
    const chosen = tabs.find((tab) => tab.current)?.label;
    // On a phone the bar can be wider than the screen. Scroll to the current tab.
    useEffect(() => {
        const tab = bar.current?.querySelector<HTMLElement>('[data-current]');
        if (bar.current && tab) bar.current.scrollLeft = tab.offsetLeft - bar.current.offsetLeft - (bar.current.clientWidth - tab.offsetWidth) / 2;
    }, [chosen]);
    return (
        <nav ref={bar} aria-label={label} className={styles.bar}>
            {tabs.map(({ label: name, current, link }) => (
                <TargetLink key={name} target={link} className={styles.tab} underline="never" data-current={current || undefined} aria-current={current ? 'page' : undefined}>
                    {name}
                </TargetLink>
            ))}
        </nav>
    );
}
