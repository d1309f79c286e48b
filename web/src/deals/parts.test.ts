import { describe, expect, it } from 'vitest';
import { hybrid, plain } from './example.testdata';
import { dealParts, sentencesOf, type DealPart, type Reader } from './parts';
import type { GivenTerms } from './terms';

// Replaces the spaces that do not break, for readable expectations.
const spaced = <T>(words: T): T => JSON.parse(JSON.stringify(words).replaceAll('\u00a0', ' ')) as T;
const partsOf = (terms: Omit<GivenTerms, 'currency'>, reader: Reader = 'affiliate'): DealPart[] => spaced(dealParts({ currency: 'EUR', ...terms }, plain, reader));

describe('the text of CPA', () => {
    it('names all conditions in one sentence', () => {
        const [cpa] = partsOf({ cpa: { amount: '100', minFirstDeposit: '20', minTotalDeposits: '50', minWagered: '10', qualifyWithinDays: 30 } });
        expect(cpa?.headline).toBe('You earn 100 EUR for each player who qualifies.');
        expect(cpa?.points[0]).toBe(
            'A player qualifies with a first deposit of at least 20 EUR, deposits of at least 50 EUR after chargebacks and wagers of at least 10 EUR, all within 30 days of registration.',
        );
    });
    it('leaves out conditions of zero', () => {
        const [cpa] = partsOf({ cpa: { amount: '100', minFirstDeposit: '0', minWagered: '0.00', qualifyWithinDays: 1 } });
        expect(cpa?.points[0]).toBe('A player qualifies with a first deposit within 1 day of registration.');
    });
    it('lists the prices of the first players, of each tier, then of countries', () => {
        const [cpa] = partsOf({ cpa: { amount: '70', tiers: [{ from: 31, amount: '85' }, { from: 91, amount: '100' }], amountByCountry: { AT: '95' } } });
        expect(cpa?.steps).toEqual([
            { when: 'Players 1 to 30 of a month', pays: '70 EUR' },
            { when: 'Players 31 to 90 of a month', pays: '85 EUR' },
            { when: 'From player 91 of a month', pays: '100 EUR' },
            { when: 'Players from Austria', pays: '95 EUR' },
        ]);
        expect(cpa?.stepsNote).toBe('Each player is paid by the tier of their position in the month. The price of a country replaces the tiers.');
    });
    it('uses the singular for one player', () => {
        const [cpa] = partsOf({ cpa: { amount: '70', tiers: [{ from: 2, amount: '85' }], tierMode: 'whole' } });
        expect(cpa?.steps[0]?.when).toBe('Player 1 of a month');
        expect(cpa?.stepsNote).toMatch(/^When a tier is reached, its price applies to all players/);
    });
    it('names cap, hold period and clawback', () => {
        const [cpa] = partsOf({ cpa: { amount: '65', monthlyCap: 12, holdDays: 30, clawback: 'always' } });
        expect(cpa?.points).toEqual([
            'A player qualifies with a first deposit.',
            'At most 12 players are paid in a month. Further players earn nothing.',
            'CPA becomes payable 30 days after a player qualifies, on the statement of that month.',
            'After any chargeback of a player, the CPA for that player is taken back.',
        ]);
    });
    it('names a cap of zero, which is not the same as no cap', () => {
        const [capped] = partsOf({ cpa: { amount: '65', monthlyCap: 0 } });
        expect(capped?.points[1]).toMatch(/^At most 0 players are paid/);
        const [open] = partsOf({ cpa: { amount: '65', monthlyCap: null } });
        expect(open?.points.join()).not.toMatch(/At most/);
    });
});

describe('the text of RevShare', () => {
    it('names the deductions and what happens to a negative month', () => {
        const [share] = partsOf({ revShare: { rate: '30', adminFeePercent: '10', negativeCarryover: false, durationMonths: 24 } });
        expect(share?.points).toEqual([
            'The base is the net gaming revenue (NGR) of the month less an admin fee of 10 % and chargebacks.',
            'A negative month is waived. The next month starts at zero.',
            'The revenue of a player counts for 24 months after registration.',
        ]);
    });
    it('lists the rate below the first tier first', () => {
        const [share] = partsOf({ revShare: { rate: '25', tiers: [{ from: '5000', rate: '30' }], tierMode: 'whole' } });
        expect(share?.steps).toEqual([
            { when: 'Base up to 5000 EUR', pays: '25 %' },
            { when: 'Base from 5000 EUR', pays: '30 %' },
        ]);
        expect(share?.stepsNote).toMatch(/applies to the whole base/);
    });
    it('has no rate below a tier that starts at zero', () => {
        const [share] = partsOf({ revShare: { rate: '25', tiers: [{ from: '0', rate: '30' }] } });
        expect(share?.steps).toEqual([{ when: 'Base from 0 EUR', pays: '30 %' }]);
    });
});

it('a deal of several components has a part for each, in a fixed order', () => {
    const parts = partsOf({ subAffiliate: { percentOfCommission: '7.5' }, fixedMonthly: { amount: '500' }, cpl: { amount: '3.5' }, cpa: { amount: '50' } });
    expect(parts.map((part) => part.component)).toEqual(['cpa', 'cpl', 'fixedMonthly', 'subAffiliate']);
    expect(parts.map((part) => part.pays)).toEqual(['50 EUR', '3.5 EUR', '500 EUR', '7.5 %']);
});

describe('the operator', () => {
    it('gets the same in sentences', () => {
        const [cpa, share] = partsOf(hybrid, 'operator');
        expect(cpa && sentencesOf(cpa)).toEqual([
            'Pays 100 EUR for each player who qualifies.',
            'Players 1 to 10 of a month: 100 EUR. From player 11 of a month: 130 EUR. Players from Germany: 120 EUR.',
            'Each player is paid by the tier of their position in the month. The price of a country replaces the tiers.',
            'A player qualifies with a first deposit of at least 20 EUR within 30 days of registration.',
            'At most 50 players are paid in a month. Further players earn nothing.',
            'If a player no longer meets these conditions after a chargeback, the CPA for that player is taken back.',
        ]);
        expect(share && sentencesOf(share)[0]).toBe('Pays 25 % of the net gaming revenue of the affiliate’s players each month.');
    });
    it('reads the same conditions as the affiliate', () => {
        const [forOperator, forAffiliate] = (['operator', 'affiliate'] as const).map((reader) => partsOf(hybrid, reader)[0]);
        expect(forOperator?.points).toEqual(forAffiliate?.points);
        expect(forOperator?.steps).toEqual(forAffiliate?.steps);
    });
});
