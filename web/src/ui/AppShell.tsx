import { Box, Burger, Group, Kbd, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import styles from './AppShell.module.css';
import { findNothing, type UseFindings } from './finding';
import { TargetLink } from './Link';
import type { NavGroup, NavItem } from './nav';
import { ErrorBoundary, LoadingState } from './states';
import { typedAhead } from './typedAhead';
import { UserMenu } from './UserMenu';

const SearchBox = lazy(() => import('./SearchBox'));

function SideLink({ item, path }: { item: NavItem; path: string }) {
    const within = item.within ?? item.link.to;
    const current = within === '/' ? path === '/' : path === within || path.startsWith(`${within}/`);
    const { icon: Shown } = item;
    return (
        <TargetLink target={item.link} className={styles.item} underline="never" data-current={current || undefined} aria-current={current ? 'page' : undefined}>
            <Shown size={18} stroke={1.6} aria-hidden />
            {item.label}
        </TargetLink>
    );
}

function SideNav({ groups, path }: { groups: NavGroup[]; path: string }) {
    return (
        <nav aria-label="Main">
            {groups.map((group, index) => (
                <div key={group.label ?? index} className={styles.group}>
                    {group.label && <div className={styles.groupLabel}>{group.label}</div>}
                    {group.items
                        .filter((item) => !item.hidden)
                        .map((item) => (
                            <SideLink key={item.link.to} item={item} path={path} />
                        ))}
                </div>
            ))}
        </nav>
    );
}

interface AppShellProps {
    brand: ReactNode;
    groups: NavGroup[];
    // The path within the application, without its base.
    path: string;
    // A navigation bar at the bottom of phones.
    phoneBar?: ReactNode;
    // What the search box offers beside pages. Without `useFindings` it finds pages and actions only.
    actions?: NavItem[];
    useFindings?: UseFindings;
}

// The frame of both applications: side bar, user menu, search box and the page.
export function AppShell({ brand, groups, path, phoneBar, actions = [], useFindings }: AppShellProps) {
    const [opened, { toggle, close }] = useDisclosure(false);
    const [searching, setSearching] = useState(0);
    const location = useLocation();
    useEffect(close, [location.pathname, close]);
    const search = () => {
        typedAhead.start(window);
        setSearching((count) => count + 1);
    };
    // Also from within a field, where "/" is a letter.
    useHotkeys([['mod+K', search]], []);
    useHotkeys([['/', search]]);
    // Off the screen, the menu of a phone must not take the focus either.
    const offScreen = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) && !opened;
    const items = groups.flatMap((group) => group.items);
    return (
        <div className={styles.frame} data-phone-bar={phoneBar ? true : undefined}>
            <a href="#page" className={styles.skip}>
                Skip to content
            </a>
            <header className={`${styles.phoneBar} ${styles.top} fl-screen-only`}>
                <Group h="100%" px="md" justify="space-between" wrap="nowrap">
                    <Group gap="sm" wrap="nowrap" miw={0}>
                        <Burger opened={opened} onClick={toggle} size="sm" aria-label={opened ? 'Close the menu' : 'Open the menu'} aria-expanded={opened} />
                        {brand}
                    </Group>
                    <UnstyledButton className={styles.searchIcon} onClick={search} aria-label="Search">
                        <IconSearch size={20} stroke={1.75} />
                    </UnstyledButton>
                </Group>
            </header>
            <nav className={`${styles.side} fl-screen-only`} data-opened={opened || undefined} inert={offScreen}>
                <Box visibleFrom="sm" px={8} pt={6} pb="md">
                    {brand}
                </Box>
                <Box visibleFrom="sm" mb="sm">
                    <UnstyledButton className={styles.search} onClick={search}>
                        <IconSearch size={16} stroke={1.75} aria-hidden />
                        <Text size="sm" flex={1} c="inherit">
                            {useFindings ? 'Find anything' : 'Go to…'}
                        </Text>
                        <Kbd size="xs">/</Kbd>
                    </UnstyledButton>
                </Box>
                <div className={styles.scrolls}>
                    <SideNav groups={groups} path={path} />
                </div>
                <Box pt="xs">
                    <UserMenu />
                </Box>
            </nav>
            <main id="page" tabIndex={-1} className={styles.main}>
                <div className={styles.page}>
                    <ErrorBoundary resetKey={location.pathname}>
                        <Suspense fallback={<LoadingState />}>
                            <Outlet />
                        </Suspense>
                    </ErrorBoundary>
                </div>
            </main>
            {phoneBar && <footer className={`${styles.phoneBar} ${styles.bottom} fl-screen-only`}>{phoneBar}</footer>}
            {searching > 0 && (
                <Suspense>
                    <SearchBox pages={items} actions={actions} useFindings={useFindings ?? findNothing} label={useFindings ? 'Find anything' : 'Go to a page'} openCount={searching} />
                </Suspense>
            )}
        </div>
    );
}
