import { describe, expect, it } from 'vitest';
import { createFormat } from '@/format/format';
import { stepOf, stepText, versionRuleWords, type Step, type Words } from './stepWords';

const format = createFormat({ timeZone: 'Europe/Malta', baseCurrency: 'EUR', locale: 'en-GB' });
const words: Words = {
    ...format,
    money: (amount, currency) => new Intl.NumberFormat('en-GB', { style: 'currency', currency, maximumFractionDigits: 8 }).format(Number(amount)),
    number: (value) => String(value),
};
// Pages do not show the server's sentence for a rule that they know.
const text = 'not for pages';

const deal: Step = { rule: 'dealApplied', deal: '0190a3f2-7b1c-7c4d-8e5f-60718293a4b5', dealName: 'A; B', version: 2, effectiveFrom: '2026-01-01', versionRule: 'eventDay', text };

describe('a step of an explanation', () => {
    it('keeps the whole name of a deal, with any characters', () => {
        expect(stepText(deal, words)).toBe('Deal “A; B” applies in version 2, in force since 1 Jan 2026; the version of the day of the event applies.');
        expect(versionRuleWords[stepOf([deal], 'dealApplied')?.versionRule ?? 'lastDayOfMonth']).toBe('the version of the day of the event applies');
    });
    it('keeps the whole reference of a player, with any characters', () => {
        const credited: Step = { rule: 'playerCredited', playerRef: 'p "1"; 2026-03-10T00:00:00Z', registeredAt: '2026-03-10T23:30:00Z', affiliate: 'Alpha', stillCounts: true, because: null, text };
        expect(stepText(credited, words)).toBe('p "1"; 2026-03-10T00:00:00Z registered 11 Mar 2026, 00:30 and counts for Alpha.');
    });
    it('says by how much a tier re-rates the month', () => {
        const crossed: Step = { rule: 'tierCrossed', direction: 'up', tierMode: 'whole', threshold: '10000', rateBefore: '25', rateAfter: '30', baseBefore: '9000', reRatedBy: '450', ownAmount: '600', currency: 'EUR', text };
        expect(stepText(crossed, words)).toBe(
            'The base reaches the tier from €10,000.00: the whole period is re-rated and earns 30 % instead of 25 %. The previous base of €9,000.00 earns €450.00 more, and the event itself earns €600.00.',
        );
    });
    it('shows a converted amount with its exchange rate and day', () => {
        const converted: Step = { rule: 'converted', conversion: { amount: '100', currency: 'USD', converted: '91.37', rate: '0.9137', date: '2026-03-09' }, to: 'EUR', text };
        expect(stepText(converted, words)).toBe('US$100.00 is €91.37 at the exchange rate 0.9137 of 9 Mar 2026, the latest known one on or before the day of the event.');
    });
    it('is the server’s sentence for an unknown rule', () => {
        expect(stepText({ rule: 'luck', text: 'By luck.' } as unknown as Step, words)).toBe('By luck.');
    });
});
