import { expect, test } from 'vitest';
import { anotherPlayersTier, reRatedOnly, reRatings } from './reRating';

const reRated = (id: string) => ({ id, reason: 'reRated' as const });
const events: Record<string, { event: { playerId: string } }> = { tier: { event: { playerId: 'other' } }, own: { event: { playerId: 'me' } } };
const found = (...accruals: { id: string; reason: 'reRated' | 'earned' }[]) => {
    const { accruals: listed, sentence } = reRatings(accruals, ({ id }) => events[id], 'me');
    return [listed.map(({ id }) => id), sentence];
};

test('an accrual follows another player’s event only if that event is another player’s', () => {
    expect(found(reRated('tier'), { id: 'earned', reason: 'earned' })).toEqual([['tier'], anotherPlayersTier]);
});

test('the player’s own first deposit that has grown is beside its event and not listed here', () => {
    expect(found(reRated('own'))[0]).toEqual([]);
    expect(found(reRated('own'), reRated('tier'))).toEqual([['tier'], anotherPlayersTier]);
});

test('no cause is named for an accrual without an explanation', () => {
    expect(found(reRated('unexplained'))).toEqual([['unexplained'], reRatedOnly]);
    expect(found(reRated('tier'), reRated('unexplained'))).toEqual([['tier', 'unexplained'], reRatedOnly]);
});
