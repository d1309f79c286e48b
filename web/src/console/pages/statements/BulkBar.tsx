import { Button, Group, Paper, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconPlayerPause, IconPlayerPlay, IconWallet, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '@/api/queries';
import { usePermissions, useSession } from '@/session/session';
import { divide, type Step } from './bulk';
import { BulkDialog, useTotals, type Divided } from './BulkDialog';
import { count, stepWords } from './bulkWords';
import styles from './statements.module.css';
import type { Statement } from './words';

const icons = { approve: IconCheck, hold: IconPlayerPause, release: IconPlayerPlay, pay: IconWallet };
const steps: Step[] = ['release', 'hold', 'approve', 'pay'];

// The totals of the selected statements and the steps that apply to them. It stays visible while the list scrolls.
export function BulkBar({ selected, onClear }: { selected: Statement[]; onClear: () => void }) {
    const { books, pay } = usePermissions();
    const { user } = useSession();
    const totals = useTotals();
    const rule = useQuery(queries.operator).data?.twoPersonRule === true;
    const [asked, setAsked] = useState<{ step: Step; divided: Divided } | null>(null);
    const offered = steps
        .filter((step) => books && (step !== 'pay' || pay))
        .map((step) => ({ step, divided: divide(step, selected, user.id, rule) }))
        .filter(({ divided }) => divided.ready.length + divided.left.length > 0);
    return (
        <>
            {selected.length > 0 && (
                <Paper className={styles.bulk} role="region" aria-label="Selection" withBorder shadow="md">
                    <div role="status">
                        <Text size="sm" fw={600} className="tabular">
                            {totals(selected)}
                        </Text>
                        <Text size="xs" c="dimmed">
                            {count(selected.length)} selected
                        </Text>
                    </div>
                    <Group gap="xs" justify="flex-end" wrap="nowrap" className={styles.bulkSteps}>
                        {offered.map(({ step, divided }) => {
                            const Shown = icons[step];
                            return (
                                <Button
                                    key={step}
                                    variant={step === 'approve' || step === 'pay' ? 'filled' : 'default'}
                                    leftSection={<Shown size={16} />}
                                    onClick={() => setAsked({ step, divided })}
                                >
                                    {stepWords[step].label} {divided.ready.length}
                                </Button>
                            );
                        })}
                    </Group>
                    <Button variant="subtle" color="gray" leftSection={<IconX size={14} />} onClick={onClear} aria-label="Clear the selection">
                        Clear
                    </Button>
                </Paper>
            )}
            {asked && <BulkDialog step={asked.step} divided={asked.divided} onClose={() => setAsked(null)} onDone={(message) => notifications.show({ message })} />}
        </>
    );
}
