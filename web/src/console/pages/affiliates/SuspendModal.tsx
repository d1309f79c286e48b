import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { api, take } from '@/api/client';
import { queries, readAll } from '@/api/queries';
import { useFormat } from '@/format/useFormat';
import { ErrorNotice } from '@/ui/states';
import { Modal } from '@/ui/unsaved';
import { totalsOf } from '../statements/words';
import type { Affiliate } from './affiliateRows';

// The amounts of the affiliate’s statements that are not paid yet.
function useOpenMoney(affiliateId: string, enabled: boolean): string | null {
    const format = useFormat();
    const { data } = useQuery({
        queryKey: ['statements', 'unpaid', affiliateId],
        queryFn: () => readAll((cursor) => take(api.GET('/statements', { params: { query: { limit: 200, cursor, affiliateId } } }))),
        enabled,
    });
    if (!data) return null;
    const unpaid = data.filter((one) => one.status !== 'paid' && one.status !== 'settled' && one.payable !== '0');
    return totalsOf(unpaid).map((total) => format.money(total.payable, total.currency)).join(' + ') || 'nothing';
}

function Question({ affiliate, onClose, change }: { affiliate: Affiliate; onClose: () => void; change: (body: { status: 'suspended'; paymentHold?: string }) => Promise<void> }) {
    const goesOn = useQuery(queries.operator).data?.suspendedEarn === true;
    const money = useOpenMoney(affiliate.id, true);
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
                {held ? (
                    <Text size="sm">
                        Unpaid, including previews: <b>{money ?? '…'}</b>. Payments are already on hold: {affiliate.paymentHold}
                    </Text>
                ) : (
                    <Radio.Group label="Hold payments to this affiliate?" description={`Unpaid, including previews: ${money ?? '…'}`} value={pay} onChange={setPay}>
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
