import type { Schema } from '@/api/client';
import type { Format } from '@/format/format';

type StoredEvent = Schema<'StoredEvent'>;

// What the player did, to follow the player's name: "deposited €15.00".
export function eventSentence(event: StoredEvent, format: Format): string {
    const amount = event.amount === null ? '' : format.money(event.amount, event.currency ?? undefined);
    const game = event.game ? ` on ${event.game}` : '';
    switch (event.eventType) {
        case 'registration':
            return 'registered';
        case 'first_deposit':
            return `made a first deposit of ${amount}`;
        case 'deposit':
            return `deposited ${amount}`;
        case 'withdrawal':
            return `withdrew ${amount}`;
        case 'ngr_update':
            return `had NGR of ${amount}${game}`;
        case 'chargeback':
            return `had a chargeback of ${amount}`;
        case 'bonus':
            return `got a bonus of ${amount}`;
        case 'wager_placed':
            return `wagered ${amount}${game}`;
        case 'wager_settled':
            return `had a wager settled${amount && `, ${amount}`}${game}`;
        case 'kyc_verified':
            return 'passed KYC';
        case 'self_exclusion':
            return 'self-excluded';
        case 'player_blocked':
            return 'was blocked';
    }
}
