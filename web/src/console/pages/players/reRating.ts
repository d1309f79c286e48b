import type { Schema } from '@/api/client';

type Accrual = Pick<Schema<'Accrual'>, 'id' | 'reason'>;
type Explained = { event: Pick<Schema<'StoredEvent'>, 'playerId'> | null };

export const anotherPlayersTier = 'This player was re-rated, because another player’s event reached a tier:';
export const reRatedOnly = 'This player was re-rated:';

// The re-rated accruals whose event is not on the player's timeline, with a sentence about them. An accrual with an event of
// the player itself is beside that event: the first deposit has grown, and with it the price of the player. The explanation
// of an accrual names the player of its event. Without an explanation the cause is unknown, so the sentence does not name it.
export function reRatings<One extends Accrual>(accruals: One[], explained: (accrual: One) => Explained | undefined, playerId: string): { accruals: One[]; sentence: string } {
    const eventPlayer = (accrual: One) => explained(accrual)?.event?.playerId;
    const listed = accruals.filter((accrual) => accrual.reason === 'reRated' && eventPlayer(accrual) !== playerId);
    return { accruals: listed, sentence: listed.every(eventPlayer) ? anotherPlayersTier : reRatedOnly };
}
