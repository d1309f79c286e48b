import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '@/format/useFormat';
import { healthQuery } from '../home/questions';

// Shows the number of clicks that were redirected but not stored, so that this page cannot list them.
export function LimitedClicks() {
    const format = useFormat();
    const { data } = useQuery(healthQuery);
    const count = data?.tracking.limitedClicks ?? 0;
    if (count === 0) return null;
    return (
        <Alert color="blue" variant="light" icon={<IconInfoCircle size={18} />} mb="md">
            This list and the reports do not include {format.number(count)} clicks, because they exceeded the limit of one IP address or the limit for bots. The visitors were redirected, but only the number of these clicks was stored.
        </Alert>
    );
}
