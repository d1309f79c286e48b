import { Alert, Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { api, take } from '@/api/client';
import { queries, readAll } from '@/api/queries';
import { useFormat } from '@/format/useFormat';
import { ErrorNotice } from '@/ui/states';
import { Modal } from '@/ui/unsaved';
import type { Affiliate } from './affiliateRows';
import { failedMoneyWords, openMoneyOf } from './openMoney';

// The amounts of the affiliate’s statements that are not paid yet.
function UnpaidMoney({ affiliateId }: { affiliateId: string }) {
    const format = useFormat();
    const found = useQuery({
        queryKey: ['statements', 'unpaid', affiliateId],
        queryFn: () => readAll((cursor) => take(api.GET('/statements', { params: { query: { limit: 200, cursor, affiliateId } } }))),
    });
    const money = openMoneyOf(found, format.money);
    if (money.state === 'failed') {
        return (
            <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />} role="alert">
                <Group justify="space-between" gap="sm">
                    <span>{failedMoneyWords}</span>
                    <Button variant="default" size="compact-sm" loading={found.isFetching} onClick={() => void found.refetch()}>
                        Try again
                    </Button>
                </Group>
            </Alert>
        );
    }
    return (
        <Text size="sm" aria-busy={money.state === 'loading' || undefined}>
            Unpaid, including previews: {money.state === 'known' ? <b>{money.words}</b> : 'loading …'}
        </Text>
    );
}

function Question({ affiliate, onClose, change }: { affiliate: Affiliate; onClose: () => void; change: (body: { status: 'suspended'; paymentHold?: string }) => Promise<void> }) {
    const goesOn = useQuery(queries.operator).data?.suspendedEarn === true;
    const held = Boolean(affiliate.paymentHold);
    const [pay, setPay] = useState('hold');
    const [reason, setReason] = useState('');
    const [busy, setBusy] = useState(false);
    const [error, setError] = useState<unknown>(null);
    const holds = !held && pay === 'hold';
    const run = async (event: FormEvent) => {
        event.preventDefault();
        setBusy(true);
        setError(null);
        try {
            await change({ status: 'suspended', ...(holds ? { paymentHold: reason.trim() } : {}) });
            onClose();
        } catch (refused) {
            setError(refused);
        } finally {
            setBusy(false);
        }
    };
    return (
        <form onSubmit={(event) => void run(event)}>
            <Stack gap="md">
                <Text size="sm">
                    The affiliate’s links still lead to the brand, but clicks are no longer counted, and new players are not attributed to the affiliate. The affiliate {goesOn ? 'still earns' : 'no longer earns'} commission from existing
                    players. You can approve the affiliate again at any time.
                </Text>
                <UnpaidMoney affiliateId={affiliate.id} />
                {held ? (
                    <Text size="sm">Payments are already on hold: {affiliate.paymentHold}</Text>
                ) : (
                    <Radio.Group label="Hold payments to this affiliate?" value={pay} onChange={setPay}>
                        <Stack gap="xs" mt="xs">
                            <Radio value="hold" label="Hold payments" description="Statements can be closed and approved, but not paid, until you lift the hold." />
                            <Radio value="pay" label="Keep paying" description="You can pay approved statements as usual." />
                        </Stack>
                    </Radio.Group>
                )}
                {holds && <Textarea label="Reason" required description="The affiliate sees the reason in the portal." autosize minRows={2} maxLength={1000} value={reason} onChange={(event) => setReason(event.currentTarget.value)} data-autofocus />}
                <ErrorNotice error={error} />
                <Group justify="flex-end" gap="xs">
                    <Button variant="default" onClick={onClose}>
                        Cancel
                    </Button>
                    <Button type="submit" color="red" loading={busy} disabled={holds && !reason.trim()}>
                        {holds ? 'Suspend and hold payments' : 'Suspend'}
                    </Button>
                </Group>
            </Stack>
        </form>
    );
}

// Asks before a suspension what happens to the money that is not paid.
export function SuspendModal({ opened, ...question }: { opened: boolean; affiliate: Affiliate; onClose: () => void; change: (body: { status: 'suspended'; paymentHold?: string }) => Promise<void> }) {
    return (
        <Modal opened={opened} onClose={question.onClose} title={<Text fw={600}>Suspend {question.affiliate.name}?</Text>}>
            <Question {...question} />
        </Modal>
    );
}
