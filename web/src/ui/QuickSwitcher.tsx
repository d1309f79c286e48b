import { Modal, VisuallyHidden } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useOpenTarget } from './Link';
import type { NavItem } from './nav';
import styles from './QuickSwitcher.module.css';

const [store, switcher] = createSpotlight();

// Pages whose name starts with the search text come before pages that only contain it.
function matching(items: NavItem[], words: string): NavItem[] {
    const sought = words.trim().toLowerCase();
    const rank = (item: NavItem) => (item.label.toLowerCase().startsWith(sought) ? 0 : item.label.toLowerCase().includes(sought) ? 1 : 2);
    const found = items.filter((item) => `${item.label} ${item.keywords ?? ''}`.toLowerCase().includes(sought));
    return sought ? found.sort((a, b) => rank(a) - rank(b)) : found;
}

// Opens each time `openCount` grows.
export default function QuickSwitcher({ items, openCount }: { items: NavItem[]; openCount: number }) {
    const open = useOpenTarget();
    const [words, setWords] = useState('');
    useEffect(() => switcher.open(), [openCount]);
    const found = matching(items, words);
    return (
        <Spotlight.Root store={store} shortcut={null} query={words} onQueryChange={setWords} scrollable maxHeight={420} overlayProps={{ blur: 0, backgroundOpacity: 0.4 }} transitionProps={{ duration: 100 }} classNames={{ search: styles.search, action: styles.action }}>
            <VisuallyHidden>
                <Modal.Title>Go to a page</Modal.Title>
            </VisuallyHidden>
            <Spotlight.Search leftSection={<IconSearch size={18} />} placeholder="Go to a page" aria-label="Go to a page" />
            <Spotlight.ActionsList>
                {found.map(({ icon: Shown, label, link }) => (
                    <Spotlight.Action
                        key={link.to}
                        label={label}
                        leftSection={<Shown size={18} stroke={1.6} />}
                        onClick={() => open(link)}
                    />
                ))}
                {found.length === 0 && <Spotlight.Empty>No page matches</Spotlight.Empty>}
            </Spotlight.ActionsList>
        </Spotlight.Root>
    );
}
