import { describe, expect, it } from 'vitest';
import { createFormat } from '@/format/format';
import { dealText, progressOf, timeLeft, unpaidText, type Missing, type Unpaid } from './whyWords';

const format = createFormat({ timeZone: 'Europe/Malta', baseCurrency: 'EUR', locale: 'en-GB' });

const missing = (given: Partial<Missing>): Missing => ({ condition: 'minFirstDeposit', needed: null, have: null, missing: null, currency: 'EUR', daysLeft: null, reason: null, deposits: 0, events: [], ...given });
const unpaid = (given: Partial<Unpaid>): Unpaid => ({
    component: 'cpa',
    satisfied: false,
    rule: 'conditionsMissing',
    missing: [],
    limit: null,
    until: null,
    daysLeft: null,
    position: null,
    month: null,
    hasRevenue: false,
    waiting: [],
    sentence: '',
    text: '',
    ...given,
});

describe('why a player has not paid', () => {
    it('is in the operator’s time zone', () => {
        const expired = unpaid({
            rule: 'timeExpired',
            limit: 30,
            until: '2025-12-15T23:10:44.051Z',
            daysLeft: 0,
            missing: [missing({ needed: '20', have: '0', missing: '20', reason: 'none' })],
        });
        expect(unpaidText(expired, format)).toBe('The 30 days to qualify ended 16 Dec 2025, 00:10. Still missing: a first deposit of at least €20.00.');
    });
    it('names months', () => {
        expect(unpaidText(unpaid({ rule: 'capped', position: 15, month: '2025-12', limit: 12 }), format)).toBe(
            'The player qualified as number 15 of December 2025, above the cap of 12 players a month.',
        );
    });
    it('says what the operator has reversed by hand', () => {
        expect(unpaidText(unpaid({ rule: 'reversedByHand' }), format)).toBe('The operator has reversed the CPA of this player.');
        expect(unpaidText(unpaid({ component: 'revShare', rule: 'reversedByHand' }), format)).toBe('The operator has reversed the revenue share of this player.');
    });
    it('counts the events that wait for an exchange rate', () => {
        const waits = unpaid({ component: 'revShare', rule: 'waitsForRate', waiting: [{ from: 'USD', to: 'EUR', events: 2 }] });
        expect(unpaidText(waits, format)).toBe('The value of the player’s net gaming revenue is not known yet. 2 events wait for an exchange rate from USD to EUR.');
    });
    it('shows a converted amount with its exchange rate and day', () => {
        const event = { eventType: 'first_deposit' as const, eventTime: '2026-03-01T10:00:00Z', amount: '22.21', currency: 'USD', converted: '19.989', rate: '0.9', rateDate: '2026-02-27', excluded: null };
        const small = unpaid({ rule: 'cannotQualify', missing: [missing({ needed: '20', have: '19.989', missing: '0.011', reason: 'tooSmall', events: [event] })] });
        expect(unpaidText(small, format)).toBe(
            'The player cannot qualify: the first deposit of €19.99 (US$22.21 at the exchange rate 0.9 of 27 Feb 2026) is €0.01 below the minimum of €20.00.',
        );
    });
    it('explains deposits without a first deposit', () => {
        expect(unpaidText(unpaid({ missing: [missing({ needed: '0', reason: 'depositOnly', deposits: 1 })] }), format)).toContain('no first_deposit event was received; the 1 deposit received');
    });
    it('names the deal that applies and the reasons against the others', () => {
        const deal = { deal: 'd', dealName: 'A; B', applies: true, isDefault: false, assigned: true, version: 2, versionRule: 'eventDay' as const, effectiveFrom: null, scope: { brandIds: [], countries: ['AT', 'CH'] }, playerCountry: 'DE', reasons: [], text: '' };
        expect(dealText(deal, format)).toBe('Applies in version 2, in force from the beginning; the version of the day of the event applies.');
        const other = { ...deal, applies: false, version: null, versionRule: null, effectiveFrom: '2026-05-01', reasons: ['country' as const, 'notInForce' as const] };
        expect(dealText(other, format)).toBe('Does not apply: it is for players from AT and CH, not DE and it is in force only from 1 May 2026.');
    });
    it('shows the progress of sums', () => {
        const sums = [missing({ condition: 'minTotalDeposits', needed: '50', have: '30', missing: '20', daysLeft: 12 })];
        expect(progressOf(sums, format)).toEqual([{ label: 'Deposits less chargebacks', words: '€30.00 of €50.00', percent: 60 }]);
        expect(unpaidText(unpaid({ missing: sums, daysLeft: 12 }), format)).toBe('Missing: €20.00 more in deposits, 12 days left.');
        expect(timeLeft({ daysLeft: 12, rule: 'conditionsMissing' }, format)).toBe('12 days left');
    });
    it('has no progress for conditions that are not sums', () => {
        expect(progressOf([missing({ condition: 'monthlyCap', needed: '12', have: '15', currency: null })], format)).toEqual([]);
        expect(timeLeft({ daysLeft: null, rule: 'conditionsMissing' }, format)).toBeNull();
    });
    it('has no time left if the player cannot qualify any more', () => {
        for (const rule of ['cannotQualify', 'timeExpired', 'clawedBack', 'capped', 'paysNothing'] as const) expect(timeLeft({ daysLeft: 31, rule }, format)).toBeNull();
    });
});
