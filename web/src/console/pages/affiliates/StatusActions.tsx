import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, take } from '@/api/client';
import { ConfirmModal } from '@/ui/ConfirmModal';
import type { Affiliate, Status } from './affiliateRows';

// Changes the status after a confirmation that describes the consequences.
export function StatusActions({ affiliate }: { affiliate: Affiliate }) {
    const client = useQueryClient();
    const [asked, setAsked] = useState<Status | null>(null);
    const change = async (status: Status) => {
        await take(api.PATCH('/affiliates/{id}', { params: { path: { id: affiliate.id } }, body: { status } }));
        await client.invalidateQueries({ queryKey: ['affiliates'] });
        notifications.show({ message: `${affiliate.name} is ${status}.` });
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
                onConfirm={() => change('approved')}
            >
                From now on, clicks on its links are counted and new players are attributed to it. Clicks
                {wasSuspended ? ' during the suspension' : ' before the approval'} stay uncounted.
            </ConfirmModal>
            <ConfirmModal
                opened={asked === 'suspended'}
                onClose={close}
                title={`Suspend ${affiliate.name}?`}
                confirmLabel="Suspend"
                danger
                onConfirm={() => change('suspended')}
            >
                Its links still lead to the brand, but clicks are no longer counted and new players are not attributed to it. Its existing players still
                earn commission. You can approve it again at any time.
            </ConfirmModal>
        </>
    );
}
