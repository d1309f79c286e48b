import { ActionIcon, Drawer, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2, IconMoon, IconSun } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import mark from '@/theme/mark.svg';
import styles from './App.module.css';
import { GroupView } from './GroupView';
import { Guide } from './Guide';
import { GUIDE } from './guide-sections';
import { Navigation } from './Navigation';
import { placeOf, useHash, type Place } from './places';
import type { ApiReference } from './reference';
import { SchemaIndex, SchemaView } from './SchemaView';
import { useInView } from './useInView';

export function App({ reference }: { reference: ApiReference }) {
    const hash = useHash();
    const place = useMemo(() => placeOf(hash, reference), [hash, reference]);
    const ids = useMemo(() => partsOf(place), [place]);
    const current = useInView(ids);
    const [isMenuOpen, menu] = useDisclosure(false);
    useEffect(() => {
        const part = document.getElementById(decodeURIComponent(hash.slice(1)));
        if (part) part.scrollIntoView();
        else window.scrollTo(0, 0);
        document.title = `${titleOf(place)} · Fairlead API`;
    }, [hash, place]);

    const navigation = <Navigation reference={reference} place={place} current={current} onFollow={menu.close} />;
    return (
        <div className={styles.app}>
            <a href="#main" className={styles.skip} onClick={skipToMain}>
                Skip to content
            </a>
            <header className={styles.header}>
                <ActionIcon className={styles.menu} variant="subtle" color="gray" size="lg" onClick={menu.open} aria-label="Open navigation">
                    <IconMenu2 size={20} stroke={1.75} />
                </ActionIcon>
                <a href="#" className={styles.brand}>
                    <img src={mark} alt="" width={24} height={24} />
                    Fairlead <span>API</span>
                </a>
                <a href="/openapi.yaml" className={styles.link}>
                    OpenAPI
                </a>
                <a href="/console" className={styles.link}>
                    Console
                </a>
                <SchemeSwitch />
            </header>
            <aside className={styles.side} aria-label="Navigation">
                {navigation}
            </aside>
            <Drawer
                opened={isMenuOpen}
                onClose={menu.close}
                position="left"
                size={320}
                title="Documentation"
                classNames={{ body: styles.drawer }}
                closeButtonProps={{ 'aria-label': 'Close navigation' }}
            >
                {navigation}
            </Drawer>
            <main id="main" className={styles.main} tabIndex={-1}>
                <PlaceView place={place} reference={reference} />
            </main>
        </div>
    );
}

function PlaceView({ place, reference }: { place: Place; reference: ApiReference }) {
    switch (place.kind) {
        case 'guide':
            return <Guide />;
        case 'group':
            return <GroupView key={place.group.tag} group={place.group} reference={reference} />;
        case 'schema':
            return <SchemaView key={place.name} name={place.name} reference={reference} />;
        case 'schemas':
            return <SchemaIndex reference={reference} />;
    }
}

function SchemeSwitch() {
    const { setColorScheme } = useMantineColorScheme();
    const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
    const other = scheme === 'dark' ? 'light' : 'dark';
    const Icon = other === 'dark' ? IconMoon : IconSun;
    return (
        <ActionIcon variant="subtle" color="gray" size="lg" onClick={() => setColorScheme(other)} aria-label={`Switch to ${other}`}>
            <Icon size={18} stroke={1.75} />
        </ActionIcon>
    );
}

// Keeps the URL in step with what is shown.
function skipToMain(event: React.MouseEvent) {
    event.preventDefault();
    document.getElementById('main')?.focus();
}

function partsOf(place: Place): string[] {
    if (place.kind === 'guide') return GUIDE.map(({ id }) => `guide.${id}`);
    return place.kind === 'group' ? [...place.group.operations, ...place.group.messages].map(({ id }) => id) : [];
}

function titleOf(place: Place): string {
    switch (place.kind) {
        case 'guide':
            return GUIDE.find(({ id }) => id === place.section)?.title ?? 'Guide';
        case 'group':
            return place.operation?.summary ?? place.group.title;
        case 'schema':
            return place.name;
        case 'schemas':
            return 'Schemas';
    }
}
