import { Alert, Button, Group, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '@/api/client';
import { useFormat } from '@/format/useFormat';
import { usePermissions } from '@/session/session';
import { ConfirmModal } from '@/ui/ConfirmModal';
import { FormBody, useApiForm } from '@/ui/form';
import { Modal } from '@/ui/unsaved';
import type { Affiliate } from './affiliateRows';

function useHold(affiliate: Affiliate) {
    const client = useQueryClient();
    return async (paymentHold: string | null) => {
        await take(api.PATCH('/affiliates/{id}', { params: { path: { id: affiliate.id } }, body: { paymentHold } }));
        await Promise.all([client.invalidateQueries({ queryKey: ['affiliates'] }), client.invalidateQueries({ queryKey: ['statements'] })]);
        notifications.show({ message: paymentHold ? `Payments to ${affiliate.name} are on hold.` : `Payments to ${affiliate.name} are possible again.` });
    };
}

function HoldForm({ affiliate, onClose }: { affiliate: Affiliate; onClose: () => void }) {
    const hold = useHold(affiliate);
    const form = useApiForm({ initialValues: { paymentHold: '' }, submit: ({ paymentHold }) => hold(paymentHold.trim()), onDone: onClose });
    return (
        <FormBody form={form} submitLabel="Hold payments" onCancel={onClose}>
            <Text size="sm">Statements can be closed and approved, but not paid, until you lift the hold. The affiliate’s commission does not change.</Text>
            <Textarea label="Reason" required description="The affiliate sees the reason in the portal." autosize minRows={2} maxLength={1000} data-autofocus {...form.getInputProps('paymentHold')} />
        </FormBody>
    );
}

// The button that holds payments to an affiliate.
export function HoldButton({ affiliate }: { affiliate: Affiliate }) {
    const { books } = usePermissions();
    const [asking, setAsking] = useState(false);
    if (!books || affiliate.paymentHold) return null;
    const close = () => setAsking(false);
    return (
        <>
            <Button variant="default" leftSection={<IconPlayerPause size={16} />} onClick={() => setAsking(true)}>
                Hold payments
            </Button>
            <Modal opened={asking} onClose={close} title={<Text fw={600}>Hold payments to {affiliate.name}?</Text>}>
                <HoldForm affiliate={affiliate} onClose={close} />
            </Modal>
        </>
    );
}

// Says why payments are on hold, with the button that lifts the hold.
export function HoldNotice({ affiliate }: { affiliate: Affiliate }) {
    const { books } = usePermissions();
    const format = useFormat();
    const hold = useHold(affiliate);
    const [asking, setAsking] = useState(false);
    if (!affiliate.paymentHold) return null;
    return (
        <Alert color="yellow" variant="light" mb="md" icon={<IconPlayerPause size={18} />} title="Payments are on hold">
            <Group justify="space-between" gap="sm">
                <div>
                    <Text size="sm">{affiliate.paymentHold}</Text>
                    {affiliate.paymentHeldAt && (
                        <Text size="xs" c="dimmed">
                            Since {format.dateTime(affiliate.paymentHeldAt)}
                        </Text>
                    )}
                </div>
                {books && (
                    <Button variant="default" leftSection={<IconPlayerPlay size={16} />} onClick={() => setAsking(true)}>
                        Lift the hold
                    </Button>
                )}
            </Group>
            <ConfirmModal opened={asking} onClose={() => setAsking(false)} title={`Lift the hold of ${affiliate.name}?`} confirmLabel="Lift the hold" onConfirm={() => hold(null)}>
                Approved statements can be paid again.
            </ConfirmModal>
        </Alert>
    );
}
