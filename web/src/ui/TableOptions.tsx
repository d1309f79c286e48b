import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconColumns, IconCopy, IconDownload, IconTableExport } from '@tabler/icons-react';
import { useState, type RefObject } from 'react';
import { messageOf } from '@/api/client';
import { saveFile } from './saveFile';
import { csvOf, rowsOf, tabbed } from './tableText';

const storeKey = (label: string) => `fairlead.hidden-columns.${label}`;

function readHidden(label: string): string[] {
    try {
        const stored: unknown = JSON.parse(localStorage.getItem(storeKey(label)) ?? '[]');
        return Array.isArray(stored) ? stored.filter((key): key is string => typeof key === 'string') : [];
    } catch {
        return [];
    }
}

// The columns of a table that the user has hidden, kept in this browser.
export function useHiddenColumns(label: string): { hidden: ReadonlySet<string>; toggle: (key: string) => void } {
    const [hidden, setHidden] = useState(() => readHidden(label));
    const toggle = (key: string) => {
        const next = hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key];
        setHidden(next);
        try {
            localStorage.setItem(storeKey(label), JSON.stringify(next));
        } catch {
            // Without storage the choice lasts until the page is closed.
        }
    };
    return { hidden: new Set(hidden), toggle };
}

interface OptionsProps {
    label: string;
    table: RefObject<HTMLTableElement | null>;
    // The columns that can be hidden. Empty: none.
    columns: { key: string; header: string }[];
    hidden: ReadonlySet<string>;
    onToggle: (key: string) => void;
    // Reads the header and the rows of all pages.
    readAll?: () => Promise<string[][]>;
}

const saveCsv = (label: string, rows: string[][]) => saveFile(new Blob([csvOf(rows)], { type: 'text/csv' }), `${label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.csv`);

// Chooses the columns of a table, and copies or saves what it shows.
export function TableOptions({ label, table, columns, hidden, onToggle, readAll }: OptionsProps) {
    const [isReading, setReading] = useState(false);
    const copy = () => {
        if (!table.current) return;
        void navigator.clipboard.writeText(tabbed(rowsOf(table.current))).then(
            () => notifications.show({ message: `Table “${label}” copied as it is shown.` }),
            () => notifications.show({ color: 'red', message: 'The browser did not allow copying.' }),
        );
    };
    const save = () => {
        if (table.current) saveCsv(label, rowsOf(table.current));
    };
    const saveAll = () => {
        if (!readAll) return;
        setReading(true);
        void readAll()
            .then(
                (rows) => saveCsv(label, rows),
                (error: unknown) => notifications.show({ color: 'red', title: 'The list was not saved', message: messageOf(error) }),
            )
            .finally(() => setReading(false));
    };
    return (
        <Menu position="bottom-end" width={240} closeOnItemClick={false}>
            <Menu.Target>
                <Button variant="subtle" color="gray" size="compact-sm" leftSection={<IconColumns size={14} stroke={1.75} />} aria-label={`Options of the table ${label}`}>
                    Table options
                </Button>
            </Menu.Target>
            <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
                <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} closeMenuOnClick onClick={copy}>
                    Copy what is shown
                </Menu.Item>
                <Menu.Item leftSection={<IconDownload size={16} stroke={1.75} />} closeMenuOnClick onClick={save}>
                    Save what is shown (CSV)
                </Menu.Item>
                {readAll && (
                    <Menu.Item leftSection={<IconTableExport size={16} stroke={1.75} />} closeMenuOnClick disabled={isReading} onClick={saveAll}>
                        Save all pages (CSV)
                    </Menu.Item>
                )}
                {columns.length > 0 && <Menu.Label>Columns</Menu.Label>}
                {columns.map(({ key, header }) => (
                    <Menu.Item key={key} aria-label={`${hidden.has(key) ? 'Show' : 'Hide'} ${header}`} rightSection={hidden.has(key) ? null : <IconCheck size={14} />} onClick={() => onToggle(key)}>
                        {header}
                    </Menu.Item>
                ))}
            </Menu.Dropdown>
        </Menu>
    );
}
