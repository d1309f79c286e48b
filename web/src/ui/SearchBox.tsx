import { Kbd, Loader, Modal, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { groupsFor, type Findings, type FoundGroup, type FoundItem, type UseFindings } from './finding';
import { useOpenTarget } from './Link';
import type { NavItem } from './nav';
import styles from './SearchBox.module.css';
import { StatusBadge } from './StatusBadge';
import { typedAhead } from './typedAhead';

interface SearchBoxProps {
    pages: NavItem[];
    actions: NavItem[];
    useFindings: UseFindings;
    // The name of the box, for example "Find anything".
    label: string;
    // The box opens each time this grows.
    openCount: number;
}

function Option({ item, id, selected, onOpen, onPoint }: { item: FoundItem; id: string; selected: boolean; onOpen: () => void; onPoint: () => void }) {
    const { icon: Shown } = item;
    return (
        <div id={id} role="option" aria-selected={selected} className={styles.option} onClick={onOpen} onMouseMove={onPoint}>
            <Shown size={18} stroke={1.6} aria-hidden />
            <div className={styles.texts}>
                <div className={styles.title}>{item.label}</div>
                {item.detail && <div className={styles.detail}>{item.detail}</div>}
            </div>
            {item.status && <StatusBadge status={item.status} />}
        </div>
    );
}

interface ListProps {
    groups: FoundGroup[];
    listId: string;
    selected: number;
    onOpen: (item: FoundItem) => void;
    onPoint: (index: number) => void;
}

function List({ groups, listId, selected, onOpen, onPoint }: ListProps) {
    let next = 0;
    return (
        <div id={listId} role="listbox" aria-label="Results" className={styles.list}>
            {groups.map((group) => (
                <div key={group.label} role="group" aria-label={group.label} className={styles.group}>
                    <div className={styles.label} aria-hidden>
                        {group.label}
                    </div>
                    {group.items.map((item) => {
                        const index = next++;
                        return <Option key={item.key} item={item} id={`${listId}-${index}`} selected={index === selected} onOpen={() => onOpen(item)} onPoint={() => onPoint(index)} />;
                    })}
                </div>
            ))}
        </div>
    );
}

function noteOf({ pending, failed }: Findings): string {
    if (failed) return 'The search does not work at the moment. Try again.';
    return pending ? 'Searching…' : 'Nothing matches';
}

const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function Box({ pages, actions, useFindings, label, onClose }: Omit<SearchBoxProps, 'openCount'> & { onClose: () => void }) {
    const open = useOpenTarget();
    const listId = useId();
    const [text, setText] = useState('');
    const [selected, setSelected] = useState(0);
    const findings = useFindings(text);
    const groups = groupsFor(text, pages, actions, findings.groups);
    const items = groups.flatMap((group) => group.items);
    const current = Math.min(selected, Math.max(items.length - 1, 0));
    useEffect(() => {
        // Newer browsers return a promise here, which is not a clean-up.
        void document.getElementById(`${listId}-${current}`)?.scrollIntoView({ block: 'nearest' });
    }, [listId, current]);
    const go = (item: FoundItem | undefined) => {
        if (!item) return;
        onClose();
        open(item.link);
    };
    const onKeyDown = (event: KeyboardEvent) => {
        if (event.nativeEvent.isComposing) return;
        const step = steps[event.key];
        if (step && items.length > 0) setSelected((current + step + items.length) % items.length);
        else if (event.key === 'Enter') go(items[current]);
        else return;
        event.preventDefault();
    };
    return (
        <>
            <div className={styles.field}>
                <IconSearch size={18} aria-hidden />
                <input
                    className={styles.input}
                    type="text"
                    role="combobox"
                    aria-label={label}
                    aria-expanded={items.length > 0}
                    aria-controls={listId}
                    aria-activedescendant={items.length > 0 ? `${listId}-${current}` : undefined}
                    aria-autocomplete="list"
                    autoComplete="off"
                    spellCheck={false}
                    placeholder={label}
                    data-autofocus
                    data-search
                    value={text}
                    onChange={(event) => {
                        setText(event.currentTarget.value);
                        setSelected(0);
                    }}
                    onKeyDown={onKeyDown}
                    onFocus={() => {
                        const typed = typedAhead.take();
                        if (typed) setText((before) => before + typed);
                    }}
                />
                {findings.pending && <Loader size={16} />}
            </div>
            <List groups={groups} listId={listId} selected={current} onOpen={go} onPoint={setSelected} />
            {items.length === 0 && <div className={styles.note}>{noteOf(findings)}</div>}
            <VisuallyHidden role="status">{items.length === 0 ? noteOf(findings) : findings.pending ? '' : items.length === 1 ? '1 result' : `${items.length} results`}</VisuallyHidden>
            <div className={styles.keys} aria-hidden>
                <span>
                    <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> select
                </span>
                <span>
                    <Kbd size="xs">Enter</Kbd> open
                </span>
                <span>
                    <Kbd size="xs">Esc</Kbd> close
                </span>
            </div>
        </>
    );
}

// Finds pages, actions and what the server finds, by keyboard.
export default function SearchBox({ openCount, ...box }: SearchBoxProps) {
    const [opened, setOpened] = useState(false);
    useEffect(() => {
        setOpened(true);
        // The shortcut was used in the box itself, which keeps the focus.
        if (document.activeElement?.matches('[data-search]')) typedAhead.take();
    }, [openCount]);
    const close = () => setOpened(false);
    return (
        <Modal.Root opened={opened} onClose={close} size={620} yOffset="10vh" transitionProps={{ duration: 100 }}>
            <Modal.Overlay blur={0} backgroundOpacity={0.4} />
            <Modal.Content aria-label={box.label}>
                <Modal.Body p={0}>
                    <Box {...box} onClose={close} />
                </Modal.Body>
            </Modal.Content>
        </Modal.Root>
    );
}
