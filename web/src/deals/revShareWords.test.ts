import { describe, expect, it } from 'vitest';
import { plain } from './example.testdata';
import { tierStart } from './revShareWords';

describe('where a tier begins', () => {
    it('is an amount, or a count of players', () => {
        expect(tierStart('base', '1000', plain)).toBe('1000 EUR');
        expect(tierStart('deposits', '1000', plain)).toBe('deposits of 1000 EUR');
        expect(tierStart('newDepositors', '11', plain)).toBe('11 new depositors');
        expect(tierStart('activePlayers', '1', plain)).toBe('1 active player');
    });
});
