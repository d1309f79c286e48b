import { createSpotlight, Spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.css';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { NavItem } from './nav';

const [store, switcher] = createSpotlight();

// Opens whenever `openCount` grows.
export default function QuickSwitcher({ items, openCount }: { items: NavItem[]; openCount: number }) {
    const navigate = useNavigate();
    useEffect(() => switcher.open(), [openCount]);
    return (
        <Spotlight
            store={store}
            shortcut={null}
            nothingFound="No page has this name"
            highlightQuery
            scrollable
            maxHeight={380}
            transitionProps={{ duration: 100 }}
            searchProps={{ leftSection: <IconSearch size={18} />, placeholder: 'Go to a page', 'aria-label': 'Go to a page' }}
            actions={items.map(({ icon: Shown, ...item }) => ({
                id: item.to,
                label: item.label,
                keywords: item.keywords,
                leftSection: <Shown size={18} stroke={1.6} />,
                onClick: () => void navigate({ to: item.to } as never),
            }))}
        />
    );
}
