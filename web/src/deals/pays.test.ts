import { describe, expect, it } from 'vitest';
import { divide, parse, percentOf, sumOf, write } from './decimal';
import { activityExamples, cpaExample, cpaMonth, cpaPositions, emptyMonth, monthPay, revShareAmounts, revShareExample } from './pays';
import type { Cpa, RevShare } from './terms';

// The numbers are those of the worked examples in docs/commission.md §5.

const exact = (text: string): bigint => {
    const value = parse(text);
    if (value === null) throw new Error(`${text} is not a decimal`);
    return value;
};
const cpa = (more: Partial<Cpa>): Cpa => ({ amount: '100', ...more }) as Cpa;
const share = (more: Partial<RevShare>): RevShare => ({ rate: '30', ...more }) as RevShare;

describe('decimals', () => {
    it('keep every digit', () => {
        expect(write(exact('999999999999999.99999999'))).toBe('999999999999999.99999999');
        expect(write(exact('-0.50'))).toBe('-0.5');
        expect(parse('1e3')).toBeNull();
        expect(parse('')).toBeNull();
    });
    it('are rounded half to even', () => {
        expect([5n, 15n, -5n, -15n, 16n].map((value) => divide(value, 10n))).toEqual([0n, 2n, 0n, -2n, 2n]);
    });
    it('add up exactly', () => {
        expect(sumOf(['0.1', '0.2', '-0.3'])).toBe('0');
    });
});

describe('RevShare', () => {
    it('is computed after the admin fee', () => {
        const terms = share({ adminFeePercent: '10' });
        expect(revShareExample(terms, '1000')).toMatchObject({ base: '900', earned: '270' });
        expect(revShareExample(terms, '500')).toMatchObject({ base: '450', earned: '135' });
    });
    it('has the highest reached rate for the whole month', () => {
        const terms = share({ rate: '25', tiers: [{ from: '10000', rate: '30' }], tierMode: 'whole' });
        expect(revShareExample(terms, '9000').earned).toBe('2250');
        expect(revShareExample(terms, '11000').earned).toBe('3300');
        expect(revShareExample(terms, '10000').earned).toBe('3000');
    });
    it('has a rate for every tier', () => {
        const terms = share({ rate: '25', tiers: [{ from: '10000', rate: '30' }], tierMode: 'marginal' });
        expect(revShareExample(terms, '9000').earned).toBe('2250');
        const example = revShareExample(terms, '11000');
        expect(example.earned).toBe('2800');
        expect(example.slices).toEqual([
            { from: '0', amount: '10000', rate: '25', earned: '2500' },
            { from: '10000', amount: '1000', rate: '30', earned: '300' },
        ]);
    });
    it('can be negative, at the base rate', () => {
        expect(revShareExample(share({ tiers: [{ from: '0', rate: '40' }] }), '-10000').earned).toBe('-3000');
    });
    it('is rounded to the eighth digit', () => {
        expect(revShareExample(share({ rate: '33.3333' }), '0.01').earned).toBe('0.00333333');
        expect(revShareExample(share({ rate: '40' }), '91.37').earned).toBe('36.548');
    });
    it('deducts chargebacks unless the deal says otherwise', () => {
        expect(revShareExample(share({ rate: '20' }), '200', { chargebacks: exact('100') })).toMatchObject({ base: '100', earned: '20' });
        expect(revShareExample(share({ rate: '20', deductChargebacks: false }), '200', { chargebacks: exact('100') }).earned).toBe('40');
    });
    it('has an example within every tier', () => {
        const terms = share({ tiers: [{ from: '10000', rate: '35' }], adminFeePercent: '10' });
        expect(revShareAmounts(terms)).toEqual(['-1000', '1000', '13000', '60000']);
        expect(revShareAmounts(share({}))).toEqual(['-1000', '1000', '10000', '60000']);
    });
});

// The numbers are those of the worked examples 11 to 20 in docs/commission.md.
describe('RevShare of published programmes', () => {
    it('has tiers by activity', () => {
        const terms = share({ rate: '25', tierBy: 'newDepositors', tierMode: 'whole', tiers: [{ from: 11, rate: '30' }] });
        expect(revShareExample(terms, '10000', { newDepositors: 10 }).earned).toBe('2500');
        expect(revShareExample(terms, '10000', { newDepositors: 11 }).earned).toBe('3000');
        expect(activityExamples(terms, '10000').map(({ activity, example }) => [activity, example.earned])).toEqual([['10', '2500'], ['11', '3000']]);
    });
    it('can require activity', () => {
        const terms = share({ requires: { activePlayers: 5, elseRate: '0' } });
        expect(revShareExample(terms, '1000', { activePlayers: 4 }).earned).toBe('0');
        expect(revShareExample(terms, '1100', { activePlayers: 5 }).earned).toBe('330');
    });
    it('has rates by product', () => {
        const terms = share({ rate: '25', tierMode: 'whole', rateByProduct: { sports: '20' } });
        expect(revShareExample(terms, '1000', { products: { sports: exact('300') } }).earned).toBe('310');
    });
    it('looks at the whole base for tiers, which may have rates by product', () => {
        const terms = share({ rate: '25', tierMode: 'whole', rateByProduct: { sports: '20' }, tiers: [{ from: '1000', rate: '30' }, { from: '2000', rate: '40', rateByProduct: { sports: '35' } }] });
        expect(revShareExample(terms, '600', { products: { sports: exact('400') } }).earned).toBe('260');
        expect(revShareExample(terms, '600', { products: { sports: exact('1400') } }).earned).toBe('730');
    });
    it('has deductions after or before the admin fee', () => {
        const terms = share({ rate: '42', adminFeePercent: '18', deductions: { bonusPercent: '100', depositFeePercent: '0', withdrawalFeePercent: '0', beforeAdminFee: false } });
        expect(revShareExample(terms, '3000', { bonuses: exact('500') })).toMatchObject({ base: '1960', earned: '823.2' });
        const before = share({ ...terms, deductions: { bonusPercent: '100', depositFeePercent: '0', withdrawalFeePercent: '0', beforeAdminFee: true } });
        expect(revShareExample(before, '3000', { bonuses: exact('500') })).toMatchObject({ base: '2050', earned: '861' });
    });
    it('skips a tier whose condition is not met', () => {
        const terms = share({ rate: '25', tierMode: 'whole', tiers: [{ from: '1000', rate: '30' }, { from: '5000', rate: '40', requires: { newDepositors: 10 } }] });
        expect(revShareExample(terms, '6000', { newDepositors: 9 }).earned).toBe('1800');
        expect(revShareExample(terms, '6000', { newDepositors: 10 }).earned).toBe('2400');
    });
    it('has a least rate in the first months', () => {
        const terms = share({ introRate: { rate: '50', months: 3 } });
        expect(revShareExample(terms, '1000', { isIntro: true }).earned).toBe('500');
        expect(revShareExample(terms, '1000').earned).toBe('300');
    });
});

describe('CPA', () => {
    const tiers = [{ from: 3, amount: '120' }];
    const paid = (terms: Cpa) => [1, 2, 3, 4].map((position) => cpaExample(terms, position));
    it('pays each player by position', () => {
        expect(paid(cpa({ tiers })).map((one) => one.amount)).toEqual(['100', '100', '120', '120']);
        expect(paid(cpa({ tiers })).every((one) => one.reRated === null)).toBe(true);
        expect(write(cpaMonth(cpa({ tiers }), 4))).toBe('440');
    });
    it('re-rates previous players if a tier applies to the whole month', () => {
        const examples = paid(cpa({ tiers, tierMode: 'whole' }));
        expect(examples.map((one) => one.amount)).toEqual(['100', '100', '120', '120']);
        expect(examples.map((one) => one.reRated)).toEqual([null, null, { players: 2, each: '20' }, null]);
        expect(examples.map((one) => one.month)).toEqual(['100', '200', '360', '480']);
    });
    it('pays nothing above the cap', () => {
        for (const tierMode of ['marginal', 'whole'] as const) {
            const fourth = cpaExample(cpa({ tiers, tierMode, monthlyCap: 3 }), 4);
            expect(fourth).toMatchObject({ amount: '0', capped: true, reRated: null });
        }
        expect(write(cpaMonth(cpa({ tiers, monthlyCap: 3 }), 1000000))).toBe('320');
        expect(cpaExample(cpa({ monthlyCap: 0 }), 1)).toMatchObject({ amount: '0', capped: true, month: '0' });
    });
    it('has examples where the price changes', () => {
        expect(cpaPositions(cpa({ tiers: [{ from: 11, amount: '130' }], monthlyCap: 50 }))).toEqual([1, 10, 11, 50, 51]);
        expect(cpaPositions(cpa({}))).toEqual([1, 10, 50]);
    });
});

describe('a month', () => {
    const month = emptyMonth;
    it('adds the components of a hybrid deal', () => {
        const terms = { currency: 'EUR', cpa: cpa({ amount: '50' }), revShare: share({ rate: '20' }) };
        expect(monthPay(terms, { ...month, qualifiedPlayers: 1, ngr: '200' })).toMatchObject({ total: '90', carried: null });
    });
    it('carries over or waives a negative RevShare, and never deducts it from CPA', () => {
        const terms = { currency: 'EUR', cpa: cpa({}), revShare: share({}) };
        expect(monthPay(terms, { ...month, qualifiedPlayers: 1, ngr: '-10000' })).toMatchObject({ total: '100', carried: '-3000', waived: null });
        const waived = { ...terms, revShare: share({ negativeCarryover: false }) };
        expect(monthPay(waived, { ...month, ngr: '-10000' })).toMatchObject({ total: '0', carried: null, waived: '3000' });
        expect(monthPay(waived, { ...month, ngr: '15000' }).total).toBe('4500');
    });
    it('follows the first deposit', () => {
        const terms = { currency: 'EUR', cpa: cpa({ amount: '80', amountByFirstDeposit: [{ from: '100', amount: '150' }] }) };
        expect(monthPay(terms, { ...month, qualifiedPlayers: 2, firstDeposit: '60' }).total).toBe('160');
        expect(monthPay(terms, { ...month, qualifiedPlayers: 2, firstDeposit: '110' }).total).toBe('300');
    });
    it('pays a share of wagers by product', () => {
        const terms = { currency: 'EUR', turnover: { rate: '0.25', rateByProduct: { sports: '0.5' } } };
        expect(monthPay(terms, { ...month, wagered: '1000', wageredByProduct: { sports: '200' } })).toMatchObject({ parts: [{ component: 'turnover', amount: '3.5' }], total: '3.5' });
    });
    it('pays a parent its percentage', () => {
        expect(write(percentOf(exact('270'), exact('5')))).toBe('13.5');
        expect(write(percentOf(exact('-135'), exact('5')))).toBe('-6.75');
    });
});
