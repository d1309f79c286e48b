import { describe, expect, it } from 'vitest';
import { hybrid, plain } from './example.testdata';
import { dealParts, ruleSentences, sentencesOf, type DealPart, type Reader } from './parts';
import type { Terms } from './terms';

// Replaces the spaces that do not break, for readable expectations.
const spaced = <T>(words: T): T => JSON.parse(JSON.stringify(words).replaceAll('\u00a0', ' ')) as T;
const partsOf = (terms: Omit<Terms, 'currency'>, reader: Reader = 'affiliate'): DealPart[] => spaced(dealParts({ currency: 'EUR', ...terms }, plain, reader));

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
    it('has all prices in the headline', () => {
        const headline = (cpa: Terms['cpa']) => partsOf({ cpa })[0]?.headline;
        expect(headline({ amount: '70', tiers: [{ from: 31, amount: '85' }], amountByCountry: { AT: '95' } })).toBe('You earn 70 EUR to 95 EUR for each player who qualifies.');
        expect(headline({ amount: '70', tiers: [{ from: 1, amount: '80' }, { from: 31, amount: '100' }] })).toBe('You earn 80 EUR to 100 EUR for each player who qualifies.');
        expect(headline({ amount: '70', tiers: [{ from: 31, amount: '70.00' }] })).toBe('You earn 70 EUR for each player who qualifies.');
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

describe('the text of published programmes', () => {
    it('names the conditions of CPA', () => {
        const [cpa] = partsOf({ cpa: { amount: '80', minBets: 5, requires: ['kycVerified'], excludes: ['selfExcluded', 'blocked'], qualifyWithinDays: 30, qualifyFrom: 'firstDeposit', firstDepositWindowHours: 24, amountByFirstDeposit: [{ from: '100', amount: '150' }] } });
        expect(cpa?.points.slice(0, 3)).toEqual([
            'A player qualifies with a first deposit, at least 5 bets and a verified identity (KYC), all within 30 days of the first deposit.',
            'Deposits within 24 hours of the first deposit count as part of it.',
            'Players who exclude themselves or who are blocked before the CPA is payable earn none.',
        ]);
        expect(cpa?.steps).toEqual([
            { when: 'First deposit below 100 EUR', pays: '80 EUR' },
            { when: 'First deposit from 100 EUR', pays: '150 EUR' },
        ]);
    });
    it('has tiers by activity, with conditions and products', () => {
        const [share] = partsOf({ revShare: { rate: '25', tierBy: 'newDepositors', tierMode: 'whole', tiers: [{ from: 11, rate: '30' }, { from: 31, rate: '35', requires: { activePlayers: 50, deposits: '1000' }, rateByProduct: { sports: '20' } }] } });
        expect(share?.steps).toEqual([
            { when: 'Up to 10 new depositors', pays: '25 %' },
            { when: '11 to 30 new depositors', pays: '30 %' },
            { when: 'From 31 new depositors, with at least 50 active players and deposits of 1000 EUR', pays: '35 % (sports 20 %)' },
        ]);
    });
    it('names products, deductions, required activity and the introductory rate', () => {
        const [share] = partsOf({
            revShare: {
                rate: '30',
                adminFeePercent: '15',
                rateByProduct: { sports: '20' },
                excludeProducts: ['poker'],
                deductions: { bonusPercent: '100', depositFeePercent: '0', withdrawalFeePercent: '2', beforeAdminFee: true },
                requires: { activePlayers: 1, elseRate: '0' },
                introRate: { rate: '50', months: 3 },
            },
        });
        expect(share?.points.slice(0, 6)).toEqual([
            'The base is the net gaming revenue (NGR) of the month less an admin fee of 15 %, 100 % of bonuses, 2 % of withdrawals and chargebacks.',
            'The admin fee is taken from what is left after 100 % of bonuses and 2 % of withdrawals.',
            'Revenue of poker does not count.',
            'Revenue of some products has its own rate: sports 20 %.',
            'The month needs at least 1 active player. Until then the whole base earns 0 %.',
            'In the first 3 months after the approval, the whole base earns at least 50 %.',
        ]);
    });
    it('names what happens to negative months', () => {
        const words = (negative: NonNullable<NonNullable<Terms['revShare']>['negative']>) => partsOf({ revShare: { rate: '30', negative } })[0]?.points.slice(1, -1);
        expect(words({ policy: 'waive' })).toEqual(['A negative month is waived. The next month starts at zero.']);
        expect(words({ policy: 'carry', carryMonths: 3, carryBase: true, onlyChargebacks: true, highRoller: { playerLoss: '5000', when: 'affiliateNegative' } })).toEqual([
            'A negative month is carried over for at most 3 months, where it reduces only the revenue share. What is left then is waived.',
            'The negative base opens the base of the next month, so that its tiers count it.',
            'Only the part that chargebacks caused is carried over. The rest is waived.',
            'If the base of a player is -5000 EUR or lower in a month and the whole month would be negative, the player is kept apart: the loss reduces only later revenue of that player.',
        ]);
    });
    it('names turnover, levels and inactivity', () => {
        const parts = partsOf({ turnover: { rate: '0.25', rateByProduct: { sports: '0.5' } }, subAffiliate: { levels: ['5', '2', '1'] }, revShare: { rate: '30', inactiveAfterMonths: 6 } });
        expect(parts.map((part) => part.headline)).toEqual([
            'You earn 30 % of the net gaming revenue of your players each month.',
            'You earn 0.25 % of the wagers of your players.',
            'You earn 5 % of the commission that your sub-affiliates earn from CPA, RevShare, turnover and CPL.',
        ]);
        expect(parts[0]?.points.at(-1)).toBe('A player brings no more commission after 6 months without a deposit, wager or revenue.');
        expect(parts[1]?.points[0]).toBe('Wagers on some products have their own rate: sports 0.5 %.');
        expect(parts[2]?.points[0]).toBe('Their own sub-affiliates are the next levels: 2 % and 1 %.');
    });
    it('names the rules beside the terms', () => {
        expect(ruleSentences({ tierPool: 'Europe', lateEvents: 'ownMonth' })).toHaveLength(2);
        expect(ruleSentences({ tierPool: null, lateEvents: 'currentMonth' })).toEqual([]);
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
            'Pays 100 EUR to 130 EUR for each player who qualifies.',
            'Players 1 to 10 of a month: 100 EUR. From player 11 of a month: 130 EUR. Players from Germany: 120 EUR.',
            'Each player is paid by the tier of their position in the month. The price of a country replaces the tiers.',
            'A player qualifies with a first deposit of at least 20 EUR within 30 days of registration.',
            'At most 50 players are paid in a month. Further players earn nothing.',
            'If a player no longer meets these conditions after a chargeback, the CPA for that player is taken back.',
        ]);
        expect(share && sentencesOf(share)[0]).toBe('Pays 25 % to 35 % of the net gaming revenue of the affiliate’s players each month.');
    });
    it('reads the same conditions as the affiliate', () => {
        const [forOperator, forAffiliate] = (['operator', 'affiliate'] as const).map((reader) => partsOf(hybrid, reader)[0]);
        expect(forOperator?.points).toEqual(forAffiliate?.points);
        expect(forOperator?.steps).toEqual(forAffiliate?.steps);
    });
});
