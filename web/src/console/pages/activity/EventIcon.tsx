import { ThemeIcon } from '@mantine/core';
import {
    IconArrowBackUp,
    IconBan,
    IconCash,
    IconCashOff,
    IconCoin,
    IconDice3,
    IconGift,
    IconId,
    IconLock,
    IconSparkles,
    IconTrophy,
    IconUserPlus,
    type Icon,
} from '@tabler/icons-react';
import type { EventType } from '../../reporting/names';

const looks: Record<EventType, { icon: Icon; color: string }> = {
    registration: { icon: IconUserPlus, color: 'blue' },
    first_deposit: { icon: IconSparkles, color: 'green' },
    deposit: { icon: IconCash, color: 'green' },
    ngr_update: { icon: IconCoin, color: 'sea' },
    chargeback: { icon: IconArrowBackUp, color: 'red' },
    withdrawal: { icon: IconCashOff, color: 'gray' },
    bonus: { icon: IconGift, color: 'gray' },
    wager_placed: { icon: IconDice3, color: 'gray' },
    wager_settled: { icon: IconTrophy, color: 'gray' },
    kyc_verified: { icon: IconId, color: 'gray' },
    self_exclusion: { icon: IconLock, color: 'yellow' },
    player_blocked: { icon: IconBan, color: 'red' },
};

// An icon for the type of an event, always shown with the name of the type.
export function EventIcon({ type, size = 28 }: { type: string; size?: number }) {
    const { icon: Shown, color } = looks[type as EventType] ?? { icon: IconCoin, color: 'gray' };
    return (
        <ThemeIcon variant="light" color={color} size={size} radius="xl" aria-hidden>
            <Shown size={size * 0.57} stroke={1.6} />
        </ThemeIcon>
    );
}
