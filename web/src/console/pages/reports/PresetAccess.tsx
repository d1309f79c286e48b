import { Button, Code, Group, Stack, Switch, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { usePermissions } from '@/session/session';
import { ConfirmModal } from '@/ui/ConfirmModal';
import { CopyField } from '@/ui/copy';
import { ErrorNotice } from '@/ui/states';
import { usePresetChanges, type Preset } from './presets';

// The API URL of a saved report: copy it, turn it off, replace it.
export function PresetAccess({ preset }: { preset: Preset }) {
    const { write } = usePermissions();
    const { change, rotate } = usePresetChanges();
    const [rotating, setRotating] = useState(false);
    const [error, setError] = useState<unknown>(null);
    const [busy, setBusy] = useState(false);
    const toggle = async (tokenActive: boolean) => {
        setBusy(true);
        setError(null);
        await change(preset.id, { tokenActive }).catch(setError);
        setBusy(false);
    };
    return (
        <Stack gap="md">
            <Switch
                label="API URL"
                description={preset.tokenActive ? 'On. When you turn it off, requests are refused with 401.' : 'Off. Turn it on to read the report with programs and spreadsheets.'}
                checked={preset.tokenActive}
                disabled={!write || busy}
                onChange={(event) => void toggle(event.currentTarget.checked)}
            />
            <ErrorNotice error={error} />
            {preset.tokenActive && preset.apiUrl && (
                <>
                    <CopyField label="API URL" value={preset.apiUrl} description="Anyone with this URL can read the report without a log-in. Keep it secret." />
                    <Text size="xs" c="dimmed">
                        The URL returns CSV. Add <Code>?format=json</Code> for JSON, or <Code>?startDate=2026-11-01&amp;endDate=2026-11-30</Code> for other dates. Join several with <Code>&amp;</Code>.
                    </Text>
                </>
            )}
            {write && preset.tokenActive && (
                <Group>
                    <Button variant="default" leftSection={<IconRefresh size={15} />} onClick={() => setRotating(true)}>
                        Replace API URL
                    </Button>
                </Group>
            )}
            <ConfirmModal opened={rotating} onClose={() => setRotating(false)} title="Replace API URL?" confirmLabel="Replace" danger onConfirm={() => rotate(preset.id)}>
                “{preset.name}” gets a new API URL. The previous one no longer works, so update the programs that use it.
            </ConfirmModal>
        </Stack>
    );
}
