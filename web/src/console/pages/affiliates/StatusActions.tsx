import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '@/api/client';
import { ConfirmModal } from '@/ui/ConfirmModal';
import type { Affiliate, Status } from './affiliateRows';
import { SuspendModal } from './SuspendModal';

// Changes the status after a confirmation that describes the consequences.
export function StatusActions({ affiliate }: { affiliate: Affiliate }) {
    const client = useQueryClient();
    const [asked, setAsked] = useState<Status | null>(null);
    const change = async (body: { status: Status; paymentHold?: string }) => {
        await take(api.PATCH('/affiliates/{id}', { params: { path: { id: affiliate.id } }, body }));
        await Promise.all([client.invalidateQueries({ queryKey: ['affiliates'] }), client.invalidateQueries({ queryKey: ['statements'] })]);
        notifications.show({ message: `${affiliate.name} is ${body.status}.${body.paymentHold ? ' Payments are on hold.' : ''}` });
    };
    const wasSuspended = affiliate.status === 'suspended';
    const approveLabel = wasSuspended ? 'Approve again' : 'Approve';
    const close = () => setAsked(null);
    return (
        <>
            {affiliate.status !== 'suspended' && (
                <Button variant="default" c="var(--fl-bad)" onClick={() => setAsked('suspended')}>
                    Suspend
                </Button>
            )}
            {affiliate.status !== 'approved' && <Button onClick={() => setAsked('approved')}>{approveLabel}</Button>}
            <ConfirmModal
                opened={asked === 'approved'}
                onClose={close}
                title={`Approve ${affiliate.name}?`}
                confirmLabel={approveLabel}
                onConfirm={() => change({ status: 'approved' })}
            >
                From now on, clicks on the affiliate’s links are counted, and new players are attributed to the affiliate. Clicks
                {wasSuspended ? ' during the suspension' : ' before the approval'} are not counted.
            </ConfirmModal>
            <SuspendModal opened={asked === 'suspended'} onClose={close} affiliate={affiliate} change={change} />
        </>
    );
}
