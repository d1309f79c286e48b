import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';

type Search = Record<string, unknown>;
interface View {
    name: string;
    search: Search;
}

const viewsMax = 50;
const storeKey = (page: string) => `fairlead.views.${page}`;

function readViews(page: string): View[] {
    try {
        const stored: unknown = JSON.parse(localStorage.getItem(storeKey(page)) ?? '[]');
        return Array.isArray(stored) ? stored.filter((view): view is View => typeof (view as View)?.name === 'string' && typeof (view as View).search === 'object') : [];
    } catch {
        return [];
    }
}

function useViews(page: string) {
    const [views, setViews] = useState(() => readViews(page));
    const keep = (next: View[]) => {
        setViews(next);
        try {
            localStorage.setItem(storeKey(page), JSON.stringify(next));
        } catch {
            // Without storage the views last until the page is closed.
        }
    };
    return { views, save: (view: View) => keep([...views.filter(({ name }) => name !== view.name), view].slice(-viewsMax)), remove: (name: string) => keep(views.filter((view) => view.name !== name)) };
}

// Names for what a list shows: its filters, columns, period and order. They are kept in this browser.
export function SavedViews({ page, search, onChoose }: { page: string; search: Search; onChoose: (search: Search) => void }) {
    const [opened, setOpened] = useState(false);
    const [name, setName] = useState('');
    const { views, save, remove } = useViews(page);
    const submit = (event: FormEvent) => {
        event.preventDefault();
        if (!name.trim()) return;
        save({ name: name.trim(), search });
        setName('');
        setOpened(false);
    };
    return (
        <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" width={280} trapFocus>
            <Popover.Target>
                <Button variant="default" leftSection={<IconBookmark size={16} stroke={1.75} />} onClick={() => setOpened(!opened)}>
                    Views
                </Button>
            </Popover.Target>
            <Popover.Dropdown p="xs">
                <Stack gap={4}>
                    {views.map((view) => (
                        <Group key={view.name} gap={4} wrap="nowrap">
                            <Button
                                variant="subtle"
                                color="gray"
                                fw={400}
                                c="var(--mantine-color-text)"
                                justify="flex-start"
                                style={{ flex: 1, minWidth: 0 }}
                                onClick={() => {
                                    onChoose(view.search);
                                    setOpened(false);
                                }}
                            >
                                {view.name}
                            </Button>
                            <ActionIcon variant="subtle" color="gray" aria-label={`Delete the view ${view.name}`} onClick={() => remove(view.name)}>
                                <IconTrash size={16} stroke={1.75} />
                            </ActionIcon>
                        </Group>
                    ))}
                    {views.length === 0 && (
                        <Text size="sm" c="dimmed">
                            A view keeps the filters, columns, period and order of this list in this browser.
                        </Text>
                    )}
                    <form onSubmit={submit}>
                        <Group gap="xs" align="flex-end" wrap="nowrap" mt={4}>
                            <TextInput size="xs" label="Name of this view" maxLength={60} value={name} onChange={(event) => setName(event.currentTarget.value)} style={{ flex: 1 }} />
                            <Button size="xs" type="submit" disabled={!name.trim()}>
                                Save
                            </Button>
                        </Group>
                    </form>
                </Stack>
            </Popover.Dropdown>
        </Popover>
    );
}
