import { Alert } from '@mantine/core';
import { IconHourglass, IconLock } from '@tabler/icons-react';
import type { PortalMe } from '../../api';

// An affiliate that is not approved can look around, and should know why nothing counts.
export function StatusNotice({ me }: { me: PortalMe }) {
    if (me.affiliate.status === 'pending') {
        return (
            <Alert color="yellow" mb="md" icon={<IconHourglass size={18} />} title="Your account waits for approval">
                {me.operator.name} will look at it. Until then you can see everything here, but not make links.
            </Alert>
        );
    }
    if (me.affiliate.status === 'suspended') {
        return (
            <Alert color="red" mb="md" icon={<IconLock size={18} />} title="Your account is suspended">
                New clicks do not count at the moment. Ask your contact at {me.operator.name} why.
            </Alert>
        );
    }
    return null;
}
