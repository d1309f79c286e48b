import { describe, expect, it } from 'vitest';
import { createFormat } from '@/format/format';
import { dealParts, percentText, scopeText, type DealTerms } from './dealWords';

const format = createFormat({ timeZone: 'UTC', baseCurrency: 'EUR', locale: 'en-GB' });
const country = (code: string) => ({ DE: 'Germany', FI: 'Finland' })[code] ?? code;
const words = { money: format.money, number: format.number, country };
const partsOf = (terms: Omit<DealTerms, 'currency'>) => dealParts({ currency: 'EUR', ...terms }, words);

describe('what a CPA deal says', () => {
    it('names all conditions of qualifying in one sentence', () => {
        const [cpa] = partsOf({ cpa: { amount: '100', minFirstDeposit: '20', minTotalDeposits: '50', minWagered: '0', qualifyWithinDays: 30 } });
        expect(cpa?.headline).toBe('You earn €100.00 for every new player who qualifies.');
        expect(cpa?.points[0]).toBe('A player counts once they make a first deposit of at least €20.00 and deposit at least €50.00 in all within 30 days of registering.');
    });
    it('lists what the first players and each tier pay, then countries', () => {
        const [cpa] = partsOf({ cpa: { amount: '70', tiers: [{ from: 31, amount: '85' }, { from: 91, amount: '100' }], amountByCountry: { FI: '95' } } });
        expect(cpa?.steps).toEqual([
            { when: 'Players 1 to 30 of a month', pays: '€70.00' },
            { when: 'Players 31 to 90 of a month', pays: '€85.00' },
            { when: 'From player 91 of a month', pays: '€100.00' },
            { when: 'Players from Finland', pays: '€95.00' },
        ]);
        expect(cpa?.stepsNote).toBe('Each player is paid at the step they fall in. Players of the countries named are always paid at their country’s price.');
    });
    it('tells of cap, hold and clawback', () => {
        const [cpa] = partsOf({ cpa: { amount: '65', monthlyCap: 12, holdDays: 30, clawback: 'always' } });
        expect(cpa?.points).toEqual([
            'A player counts once they make a first deposit.',
            'At most 12 players are paid per month.',
            'Payments become due 30 days after a player qualifies.',
            'Any chargeback of a player takes the payment for that player back.',
        ]);
    });
});

describe('what a RevShare deal says', () => {
    it('tells what is taken off first, and what becomes of a month below zero', () => {
        const [share] = partsOf({ revShare: { rate: '30', adminFeePercent: '10', negativeCarryover: false, durationMonths: 24 } });
        expect(share?.points).toEqual([
            'Net gaming revenue is what the operator keeps of your players’ bets, less an admin fee of 10 % and chargebacks.',
            'A month below zero is set to zero: you start the next one afresh.',
            'A player’s revenue counts for 24 months after registering.',
        ]);
    });
    it('begins its steps with the plain rate', () => {
        const [share] = partsOf({ revShare: { rate: '25', tiers: [{ from: '5000', rate: '30' }], tierMode: 'whole' } });
        expect(share?.steps).toEqual([
            { when: 'Revenue up to €5,000.00', pays: '25 %' },
            { when: 'Revenue from €5,000.00', pays: '30 %' },
        ]);
        expect(share?.stepsNote).toMatch(/applies to all revenue/);
    });
});

it('a deal of several components has a part for each, in a fixed order', () => {
    const parts = partsOf({ subAffiliate: { percentOfCommission: '7.5' }, fixedMonthly: { amount: '500' }, cpl: { amount: '3.5' }, cpa: { amount: '50' } });
    expect(parts.map((part) => part.component)).toEqual(['cpa', 'cpl', 'fixedMonthly', 'subAffiliate']);
    expect(parts.map((part) => part.pays)).toEqual(['€50.00', '€3.50', '€500.00', '7.5 %']);
});

it('percentages lose needless zeros only', () => {
    expect(['10', '7.50', '33.3333', '5.0'].map(percentText)).toEqual(['10 %', '7.5 %', '33.3333 %', '5 %']);
});

it('a narrowed deal says for whom it is', () => {
    expect(scopeText({ brandIds: [], countries: [] }, () => null, country)).toBeNull();
    expect(scopeText({ brandIds: ['b'], countries: ['DE', 'FI'] }, () => 'Harbour Bet', country)).toBe('For players from Germany and Finland at Harbour Bet.');
});
