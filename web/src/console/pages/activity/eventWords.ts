import type { Schema } from '@/api/client';
import type { Format } from '@/format/format';

type StoredEvent = Schema<'StoredEvent'>;

// What the player did, to stand after the player's name: "deposited €15.00".
export function eventSentence(event: StoredEvent, format: Format): string {
    const amount = event.amount === null ? '' : format.money(event.amount, event.currency ?? undefined);
    const game = event.game ? ` on ${event.game}` : '';
    switch (event.eventType) {
        case 'registration':
            return 'registered';
        case 'first_deposit':
            return `deposited ${amount} for the first time`;
        case 'deposit':
            return `deposited ${amount}`;
        case 'withdrawal':
            return `withdrew ${amount}`;
        case 'ngr_update':
            return `brought ${amount} of NGR${game}`;
        case 'chargeback':
            return `charged back ${amount}`;
        case 'bonus':
            return `got a bonus of ${amount}`;
        case 'wager_placed':
            return `wagered ${amount}${game}`;
        case 'wager_settled':
            return `had a wager settled${amount && `, ${amount}`}${game}`;
        case 'kyc_verified':
            return 'was verified';
        case 'self_exclusion':
            return 'excluded themselves';
        case 'player_blocked':
            return 'was blocked';
    }
}
