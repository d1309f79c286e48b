import { Button, Code, Group, Stack, Switch, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { usePermissions } from '@/session/session';
import { ConfirmModal } from '@/ui/ConfirmModal';
import { CopyField } from '@/ui/copy';
import { ErrorNotice } from '@/ui/states';
import { usePresetChanges, type Preset } from './presets';

// The saved report's own address for programs and spreadsheets: copy it, switch it off, replace it.
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
            {preset.apiUrl && <CopyField label="API URL" value={preset.apiUrl} description="Whoever has it can read this report, without a login. Treat it like a password." />}
            <Text size="xs" c="dimmed">
                Answers CSV; add <Code>?format=json</Code> for JSON (<Code>?format=csv</Code> says CSV outright), and <Code>&amp;startDate=2026-11-01&amp;endDate=2026-11-30</Code> for other days.
            </Text>
            <Switch
                label="The address works"
                description={preset.tokenActive ? 'Switch it off and it answers 401 at once.' : 'It answers 401 until you switch it on again.'}
                checked={preset.tokenActive}
                disabled={!write || busy}
                onChange={(event) => void toggle(event.currentTarget.checked)}
            />
            <ErrorNotice error={error} />
            {write && (
                <Group>
                    <Button variant="default" leftSection={<IconRefresh size={15} />} onClick={() => setRotating(true)}>
                        Replace the address
                    </Button>
                </Group>
            )}
            <ConfirmModal opened={rotating} onClose={() => setRotating(false)} title="Replace the address?" confirmLabel="Replace it" danger onConfirm={() => rotate(preset.id)}>
                “{preset.name}” gets a new address. The old one is refused from then on, so whatever fetches it must be told the new one.
            </ConfirmModal>
        </Stack>
    );
}
