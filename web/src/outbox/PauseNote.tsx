import { Alert } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';

// Why a destination is paused, and what happens then.
export function PauseNote({ reason }: { reason: string | null }) {
    return (
        <Alert color="yellow" icon={<IconPlayerPause size={16} />} title="Paused">
            {reason ? `${reason}. ` : ''}Messages wait. Choose the status Active to send them.
        </Alert>
    );
}
