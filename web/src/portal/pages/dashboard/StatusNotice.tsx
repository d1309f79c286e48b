import { Alert } from '@mantine/core';
import { IconHourglass, IconLock, IconPlayerPause } from '@tabler/icons-react';
import type { PortalMe } from '../../api';

// Tells an affiliate that is not approved why its clicks do not count.
export function StatusNotice({ me }: { me: PortalMe }) {
    if (me.affiliate.status === 'pending') {
        return (
            <Alert color="yellow" mb="md" icon={<IconHourglass size={18} />} title="Waiting for approval">
                {me.operator.name} has not approved your account yet. You can create links after the approval.
            </Alert>
        );
    }
    if (me.affiliate.status === 'suspended') {
        return (
            <Alert color="red" mb="md" icon={<IconLock size={18} />} title="Account suspended">
                New clicks do not count. Contact {me.operator.name} for details.
            </Alert>
        );
    }
    return null;
}

// Tells an affiliate why it is not paid.
export function HoldNotice({ me }: { me: PortalMe }) {
    if (!me.affiliate.paymentHold) return null;
    return (
        <Alert color="yellow" mb="md" icon={<IconPlayerPause size={18} />} title="Payments to you are on hold">
            {me.affiliate.paymentHold}
        </Alert>
    );
}
