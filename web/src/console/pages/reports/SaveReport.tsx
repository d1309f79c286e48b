import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { notifications } from '@mantine/notifications';
import { useState, type FocusEvent } from 'react';
import { messageOf } from '@/api/client';
import { FormBody, useApiForm } from '@/ui/form';
import { Drawer, Modal } from '@/ui/unsaved';
import { PresetAccess } from './PresetAccess';
import { usePresetChanges, type Preset } from './presets';
import type { presetBody } from './shape';

type Body = ReturnType<typeof presetBody>;

function SaveForm({ body, suggestion, onSaved, onCancel }: { body: Body; suggestion: string; onSaved: (preset: Preset) => void; onCancel: () => void }) {
    const { create } = usePresetChanges();
    const form = useApiForm({
        initialValues: { name: suggestion, tokenActive: false },
        submit: ({ name, tokenActive }) => create({ ...body, name: name.trim(), tokenActive }),
        onDone: onSaved,
    });
    const name = form.getInputProps('name');
    // Typing replaces the suggestion.
    const select = (event: FocusEvent<HTMLInputElement>) => {
        name.onFocus?.(event);
        event.currentTarget.select();
    };
    return (
        <FormBody form={form} submitLabel="Save report" onCancel={onCancel}>
            <TextInput label="Name" required data-autofocus {...name} onFocus={select} />
            <Checkbox
                label="Create an API URL"
                description="Programs and spreadsheets can read the report from this URL without a log-in. You can also create the URL later."
                {...form.getInputProps('tokenActive', { type: 'checkbox' })}
            />
        </FormBody>
    );
}

interface SaveProps {
    body: Body;
    suggestion: string;
    // The open saved report, and whether it has unsaved changes.
    preset: Preset | undefined;
    changed: boolean;
    onSaved: (preset: Preset) => void;
}

// "Save" for a new report. For a saved one: "Save changes", "Save as new" and "API URL".
export function SaveReport({ body, suggestion, preset, changed, onSaved }: SaveProps) {
    const [opened, setOpened] = useState<'save' | 'access' | null>(null);
    const { change } = usePresetChanges();
    const [busy, setBusy] = useState(false);
    const close = () => setOpened(null);
    const update = async () => {
        if (!preset) return;
        setBusy(true);
        try {
            await change(preset.id, body);
            notifications.show({ message: `Report “${preset.name}” saved.` });
        } catch (error) {
            notifications.show({ color: 'red', message: messageOf(error) });
        }
        setBusy(false);
    };
    return (
        <>
            {preset && (
                <Button variant="default" onClick={() => setOpened('access')}>
                    API URL
                </Button>
            )}
            {preset && changed && (
                <Button variant="default" loading={busy} onClick={() => void update()}>
                    Save changes
                </Button>
            )}
            <Button leftSection={<IconDeviceFloppy size={16} />} variant={preset ? 'default' : 'filled'} onClick={() => setOpened('save')}>
                {preset ? 'Save as new' : 'Save'}
            </Button>
            <Modal opened={opened === 'save'} onClose={close} title={<Text fw={600}>Save report</Text>}>
                <SaveForm
                    body={body}
                    suggestion={suggestion}
                    onCancel={close}
                    onSaved={(saved) => {
                        onSaved(saved);
                        setOpened(saved.tokenActive ? 'access' : null);
                        notifications.show({ message: `Report “${saved.name}” saved.` });
                    }}
                />
            </Modal>
            <Drawer opened={opened === 'access' && preset !== undefined} onClose={close} title={<Text fw={600}>{preset?.name}</Text>}>
                <Stack>{preset && <PresetAccess preset={preset} />}</Stack>
            </Drawer>
        </>
    );
}
