import { describe, expect, it } from 'vitest';
import { hybrid, plain } from './example.testdata';
import { dealParts, sentencesOf, type DealPart, type Reader } from './parts';
import type { GivenTerms } from './terms';

// As people read them: the space before a percent sign does not break, which is of no matter here.
const spaced = <T>(words: T): T => JSON.parse(JSON.stringify(words).replaceAll('\u00a0', ' ')) as T;
const partsOf = (terms: Omit<GivenTerms, 'currency'>, reader: Reader = 'affiliate'): DealPart[] => spaced(dealParts({ currency: 'EUR', ...terms }, plain, reader));

describe('what a CPA deal says', () => {
    it('names all conditions of qualifying in one sentence', () => {
        const [cpa] = partsOf({ cpa: { amount: '100', minFirstDeposit: '20', minTotalDeposits: '50', minWagered: '10', qualifyWithinDays: 30 } });
        expect(cpa?.headline).toBe('You earn 100 EUR for every new player who qualifies.');
        expect(cpa?.points[0]).toBe(
            'A player counts once they make a first deposit of at least 20 EUR, reach 50 EUR in deposits less chargebacks and wager at least 10 EUR, all within 30 days of registering.',
        );
    });
    it('leaves out conditions of zero', () => {
        const [cpa] = partsOf({ cpa: { amount: '100', minFirstDeposit: '0', minWagered: '0.00', qualifyWithinDays: 1 } });
        expect(cpa?.points[0]).toBe('A player counts once they make a first deposit within 1 day of registering.');
    });
    it('lists what the first players and each tier pay, then countries', () => {
        const [cpa] = partsOf({ cpa: { amount: '70', tiers: [{ from: 31, amount: '85' }, { from: 91, amount: '100' }], amountByCountry: { AT: '95' } } });
        expect(cpa?.steps).toEqual([
            { when: 'Players 1 to 30 of a month', pays: '70 EUR' },
            { when: 'Players 31 to 90 of a month', pays: '85 EUR' },
            { when: 'From player 91 of a month', pays: '100 EUR' },
            { when: 'Players from Austria', pays: '95 EUR' },
        ]);
        expect(cpa?.stepsNote).toBe('Each player is paid at the step they fall in. Players of the countries named are always paid at their country’s price.');
    });
    it('speaks of one player as one', () => {
        const [cpa] = partsOf({ cpa: { amount: '70', tiers: [{ from: 2, amount: '85' }], tierMode: 'whole' } });
        expect(cpa?.steps[0]?.when).toBe('Player 1 of a month');
        expect(cpa?.stepsNote).toMatch(/^Reaching a step lifts the price of all players/);
    });
    it('tells of cap, hold and clawback', () => {
        const [cpa] = partsOf({ cpa: { amount: '65', monthlyCap: 12, holdDays: 30, clawback: 'always' } });
        expect(cpa?.points).toEqual([
            'A player counts once they make a first deposit.',
            'At most 12 players are paid in a month; further ones count but earn nothing.',
            'It is payable 30 days after a player qualifies, on the statement of that month.',
            'Any chargeback of a player takes the payment for that player back.',
        ]);
    });
    it('tells of a cap of zero, which is not the same as none', () => {
        const [capped] = partsOf({ cpa: { amount: '65', monthlyCap: 0 } });
        expect(capped?.points[1]).toMatch(/^At most 0 players are paid/);
        const [open] = partsOf({ cpa: { amount: '65', monthlyCap: null } });
        expect(open?.points.join()).not.toMatch(/At most/);
    });
});

describe('what a RevShare deal says', () => {
    it('tells what is taken off first, and what becomes of a month below zero', () => {
        const [share] = partsOf({ revShare: { rate: '30', adminFeePercent: '10', negativeCarryover: false, durationMonths: 24 } });
        expect(share?.points).toEqual([
            'Net gaming revenue is what the operator keeps of your players’ bets, less an admin fee of 10 % and chargebacks.',
            'A month below zero is set to zero: the next one starts afresh.',
            'A player’s revenue counts for 24 months after registering.',
        ]);
    });
    it('begins its steps with the plain rate', () => {
        const [share] = partsOf({ revShare: { rate: '25', tiers: [{ from: '5000', rate: '30' }], tierMode: 'whole' } });
        expect(share?.steps).toEqual([
            { when: 'Revenue up to 5000 EUR', pays: '25 %' },
            { when: 'Revenue from 5000 EUR', pays: '30 %' },
        ]);
        expect(share?.stepsNote).toMatch(/applies to all revenue/);
    });
    it('has no step below a tier that begins at zero', () => {
        const [share] = partsOf({ revShare: { rate: '25', tiers: [{ from: '0', rate: '30' }] } });
        expect(share?.steps).toEqual([{ when: 'Revenue from 0 EUR', pays: '30 %' }]);
    });
});

it('a deal of several components has a part for each, in a fixed order', () => {
    const parts = partsOf({ subAffiliate: { percentOfCommission: '7.5' }, fixedMonthly: { amount: '500' }, cpl: { amount: '3.5' }, cpa: { amount: '50' } });
    expect(parts.map((part) => part.component)).toEqual(['cpa', 'cpl', 'fixedMonthly', 'subAffiliate']);
    expect(parts.map((part) => part.pays)).toEqual(['50 EUR', '3.5 EUR', '500 EUR', '7.5 %']);
});

describe('the operator', () => {
    it('reads the same in sentences', () => {
        const [cpa, share] = partsOf(hybrid, 'operator');
        expect(cpa && sentencesOf(cpa)).toEqual([
            'Pays 100 EUR for every new player who qualifies.',
            'Players 1 to 10 of a month: 100 EUR. From player 11 of a month: 130 EUR. Players from Germany: 120 EUR.',
            'Each player is paid at the step they fall in. Players of the countries named are always paid at their country’s price.',
            'A player counts once they make a first deposit of at least 20 EUR within 30 days of registering.',
            'At most 50 players are paid in a month; further ones count but earn nothing.',
            'If chargebacks leave a player below these conditions, the payment for that player is taken back.',
        ]);
        expect(share && sentencesOf(share)[0]).toBe('Pays 25 % of the net gaming revenue of the affiliate’s players, month by month.');
    });
    it('is told of conditions exactly what the affiliate is told', () => {
        const [forOperator, forAffiliate] = (['operator', 'affiliate'] as const).map((reader) => partsOf(hybrid, reader)[0]);
        expect(forOperator?.points).toEqual(forAffiliate?.points);
        expect(forOperator?.steps).toEqual(forAffiliate?.steps);
    });
});
