import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowBackUp, IconCheck, IconLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '@/api/client';
import { useFormat } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { Facts } from '@/ui/Facts';
import { FormBody, useApiForm } from '@/ui/form';
import { useActorNames } from '../../actors';
import { useAffiliateNames } from '../../affiliateNames';
import { Link } from '../../link';
import { useRequestKey } from '../statements/requestKey';
import type { FraudSignal } from './queries';
import { kinds, stateLabels, type Kind } from './words';

type Decision = 'release' | 'reverse';

const decisions: Record<Decision, { label: string; words: string; done: string }> = {
    release: { label: 'Release', words: 'Nothing is wrong. Statements that waited for this signal can be approved and paid. The signal does not come back while its cause continues.', done: 'Signal released.' },
    reverse: { label: 'Reverse commission', words: 'For each accrual of the players behind this signal, the opposite amount is recorded. Later commission of these players is not affected.', done: 'Commission reversed.' },
};

function DecisionForm({ signal, decision, onBack, onDone }: { signal: FraudSignal; decision: Decision; onBack: () => void; onDone: () => void }) {
    const client = useQueryClient();
    const header = useRequestKey();
    const words = decisions[decision];
    const form = useApiForm({
        initialValues: { reason: '' },
        validate: { reason: (value) => (value.trim() ? null : 'Enter a reason') },
        submit: ({ reason }) => {
            const request = { params: { path: { id: signal.id }, header }, body: { reason: reason.trim() } };
            return take(decision === 'release' ? api.POST('/fraud-signals/{id}/release', request) : api.POST('/fraud-signals/{id}/reverse', request));
        },
        onDone: () => {
            for (const key of ['fraud-signals', 'statements', 'accruals']) void client.invalidateQueries({ queryKey: [key] });
            notifications.show({ message: words.done });
            onDone();
        },
    });
    return (
        <FormBody form={form} submitLabel={words.label} onCancel={onBack} danger={decision === 'reverse'}>
            <Text size="sm">{words.words}</Text>
            <Textarea label="Reason" description="The audit log shows the reason." required data-autofocus autosize minRows={2} maxLength={1000} {...form.getInputProps('reason')} />
        </FormBody>
    );
}

export function SignalDetails({ signal, onClose }: { signal: FraudSignal; onClose: () => void }) {
    const [decision, setDecision] = useState<Decision | null>(null);
    const format = useFormat();
    const affiliates = useAffiliateNames();
    const nameOf = useActorNames();
    const { books } = usePermissions();
    const open = signal.state === 'open';
    return (
        <Stack gap="md">
            <Text fw={500}>{signal.summary}</Text>
            {open && signal.holds && (
                <Alert color="yellow" icon={<IconLock size={18} />}>
                    Statements of this affiliate cannot be approved or paid until you decide.
                </Alert>
            )}
            <Facts
                facts={[
                    ['Affiliate', <Link key="affiliate" to="/affiliates/$affiliateId" params={{ affiliateId: signal.affiliateId }}>{affiliates.nameOf(signal.affiliateId) || '…'}</Link>],
                    ['Rule', `${signal.ruleName ?? '–'}, version ${signal.ruleVersion}`],
                    ['Looks for', signal.kind ? kinds[signal.kind as Kind].description : null],
                    ['Player', signal.playerId && <Link key="player" to="/players/$playerId" params={{ playerId: signal.playerId }}>Open player</Link>],
                    ['Clicks', !signal.playerId && (signal.linkId ? <Link key="clicks" to="/clicks" search={{ linkId: signal.linkId }}>Open clicks of the link</Link> : <Link key="clicks" to="/clicks" search={{ affiliateId: signal.affiliateId }}>Open clicks of the affiliate</Link>)],
                    ['Period', `${format.dateTime(signal.begins)} – ${format.dateTime(signal.ends)}`],
                    ['Found', format.dateTime(signal.foundAt)],
                    ['State', stateLabels[signal.state]],
                    ['Reason', signal.reason],
                    ['Decided by', signal.decidedBy && nameOf(signal.decidedBy, signal.decidedByName)],
                    ['Decided', signal.decidedAt && format.dateTime(signal.decidedAt)],
                ]}
            />
            {open && books && decision === null && (
                <Group justify="flex-end" gap="xs">
                    <Button variant="default" color="red" leftSection={<IconArrowBackUp size={16} />} onClick={() => setDecision('reverse')}>
                        Reverse commission…
                    </Button>
                    <Button leftSection={<IconCheck size={16} />} onClick={() => setDecision('release')}>
                        Release…
                    </Button>
                </Group>
            )}
            {decision && <DecisionForm key={decision} signal={signal} decision={decision} onBack={() => setDecision(null)} onDone={onClose} />}
        </Stack>
    );
}
