import { describe, expect, it } from 'vitest';
import { createFormat } from '@/format/format';
import { readable, stepsOf, timeLeft } from './playerWords';

const format = createFormat({ timeZone: 'Europe/Malta', baseCurrency: 'EUR', locale: 'en-GB' });

describe('why a player has not paid', () => {
    it('is told in the words and the time zone of the operator', () => {
        const said = 'The 30 days to qualify ended at 2025-12-15T23:10:44.051421Z; missing were a first deposit of at least 20 EUR.';
        expect(readable(said, format)).toBe('The 30 days to qualify ended at 16 Dec 2025, 00:10; missing were a first deposit of at least €20.00.');
    });
    it('names months', () => {
        expect(readable('The player qualified as number 15 of 2025-12, beyond the cap of 12 players a month.', format)).toBe(
            'The player qualified as number 15 of December 2025, beyond the cap of 12 players a month.',
        );
    });
    it('shows how far sums have come', () => {
        const missing = [{ condition: 'minTotalDeposits' as const, needed: '50', have: '30', missing: '20', currency: 'EUR', daysLeft: 12 }];
        expect(stepsOf(missing, format)).toEqual([{ label: 'Deposits less chargebacks', words: '€30.00 of €50.00', percent: 60 }]);
        expect(timeLeft(missing, format)).toBe('12 days left');
    });
    it('has no progress where nothing is counted', () => {
        const missing = [{ condition: 'monthlyCap' as const, needed: '12', have: '15', missing: null, currency: null, daysLeft: null }];
        expect(stepsOf(missing, format)).toEqual([]);
        expect(timeLeft(missing, format)).toBeNull();
    });
});
