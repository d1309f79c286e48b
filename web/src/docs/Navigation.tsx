import { TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { GUIDE } from './guide-sections';
import { MethodTag } from './MethodTag';
import styles from './Navigation.module.css';
import { groupHash, guideHash, operationHash, type Place } from './places';
import type { ApiReference, Group } from './reference';
import { find, indexOf, type Hit } from './search';

interface NavigationProps {
    reference: ApiReference;
    place: Place;
    // The id of the operation or section of the guide that is in view.
    current: string;
    onFollow: () => void;
}

export function Navigation({ reference, place, current, onFollow }: NavigationProps) {
    const [asked, setAsked] = useState('');
    const field = useRef<HTMLInputElement>(null);
    const list = useRef<HTMLDivElement>(null);
    const entries = useMemo(() => indexOf(reference), [reference]);
    const hits = useMemo(() => find(entries, asked), [entries, asked]);
    useHotkeys([
        ['/', () => field.current?.focus()],
        ['mod+K', () => field.current?.focus()],
    ]);

    const follow = () => {
        setAsked('');
        onFollow();
    };
    const onKeyDown = (event: KeyboardEvent) => {
        if (event.key === 'Escape') {
            setAsked('');
            field.current?.focus();
        } else if (event.key === 'Enter' && event.target === field.current && hits[0]) {
            window.location.hash = hits[0].hash;
            follow();
        } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            moveFocus(field.current, list.current, event.key === 'ArrowDown' ? 1 : -1);
        }
    };
    return (
        <div className={styles.navigation} onKeyDown={onKeyDown}>
            <TextInput
                ref={field}
                type="search"
                className={styles.search}
                placeholder="Search"
                aria-label="Search documentation"
                leftSection={<IconSearch size={16} stroke={1.75} />}
                rightSection={<kbd className={styles.key}>/</kbd>}
                value={asked}
                onChange={(event) => setAsked(event.currentTarget.value)}
            />
            <nav aria-label="Documentation" className={styles.scroll}>
                <div ref={list}>
                    {asked.trim() ? <Hits hits={hits} onFollow={follow} /> : <Tree reference={reference} place={place} current={current} onFollow={follow} />}
                </div>
            </nav>
        </div>
    );
}

function Hits({ hits, onFollow }: { hits: Hit[]; onFollow: () => void }) {
    return (
        <>
            <p role="status" className={styles.count}>
                {hits.length === 0 ? 'No results' : `${hits.length} results`}
            </p>
            <ul className={styles.list}>
                {hits.map((hit) => (
                    <li key={hit.hash}>
                        <a href={hit.hash} className={styles.hit} onClick={onFollow}>
                            <span>{hit.title}</span>
                            <span className={styles.detail}>
                                {hit.method && <MethodTag method={hit.method} />} {hit.detail}
                            </span>
                        </a>
                    </li>
                ))}
            </ul>
        </>
    );
}

function Tree({ reference, place, current, onFollow }: NavigationProps) {
    return (
        <>
            <h2 className={styles.heading}>Guide</h2>
            <ul className={styles.list}>
                {GUIDE.map(({ id, title }) => (
                    <Item key={id} hash={guideHash(id)} title={title} isCurrent={place.kind === 'guide' && current === `guide.${id}`} onFollow={onFollow} />
                ))}
            </ul>
            <h2 className={styles.heading}>Resources</h2>
            <ul className={styles.list}>
                {reference.groups.map((group) => (
                    <GroupItem key={group.tag} group={group} isOpen={place.kind === 'group' && place.group === group} current={current} onFollow={onFollow} />
                ))}
                <Item hash="#schemas" title="Schemas" isCurrent={place.kind === 'schemas' || place.kind === 'schema'} onFollow={onFollow} />
            </ul>
        </>
    );
}

function GroupItem({ group, isOpen, current, onFollow }: { group: Group; isOpen: boolean; current: string; onFollow: () => void }) {
    return (
        <li>
            <a href={groupHash(group)} className={styles.item} data-open={isOpen || undefined} onClick={onFollow}>
                {group.title}
            </a>
            {isOpen && (
                <ul className={styles.inner}>
                    {[...group.operations, ...group.messages].map((operation) => (
                        <li key={operation.id}>
                            <a
                                href={operationHash(operation)}
                                className={styles.item}
                                aria-current={current === operation.id ? 'location' : undefined}
                                onClick={onFollow}
                            >
                                {operation.summary}
                            </a>
                        </li>
                    ))}
                </ul>
            )}
        </li>
    );
}

function Item({ hash, title, isCurrent, onFollow }: { hash: string; title: string; isCurrent: boolean; onFollow: () => void }) {
    return (
        <li>
            <a href={hash} className={styles.item} aria-current={isCurrent ? 'location' : undefined} onClick={onFollow}>
                {title}
            </a>
        </li>
    );
}

// Moves the focus between the search field and the results.
function moveFocus(field: HTMLElement | null, list: HTMLElement | null, step: number) {
    const places = [field, ...(list?.querySelectorAll<HTMLElement>('a') ?? [])];
    const at = places.indexOf(document.activeElement as HTMLElement);
    places[Math.min(Math.max(at + step, 0), places.length - 1)]?.focus();
}
