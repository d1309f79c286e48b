import type { Terms } from './terms';
import type { Writer } from './words';

// Test data: the first deal of docs/commission.md, and a simple Writer.

export const plain: Writer = {
    money: (amount) => `${amount} EUR`,
    number: (value) => value.toLocaleString('en-GB'),
    country: (code) => ({ DE: 'Germany', AT: 'Austria' })[code] ?? code,
};

export const hybrid = {
    currency: 'EUR',
    cpa: {
        amount: '100',
        amountByCountry: { DE: '120' },
        minFirstDeposit: '20',
        minTotalDeposits: '0',
        minWagered: '0',
        qualifyWithinDays: 30,
        tiers: [{ from: 11, amount: '130' }],
        tierMode: 'marginal',
        monthlyCap: 50,
        holdDays: 0,
        clawback: 'ifUnqualified',
    },
    revShare: {
        rate: '25',
        tiers: [
            { from: '10000', rate: '30' },
            { from: '50000', rate: '35' },
        ],
        tierMode: 'whole',
        adminFeePercent: '10',
        deductChargebacks: true,
        negativeCarryover: true,
        durationMonths: null,
    },
    cpl: { amount: '5' },
    fixedMonthly: { amount: '500' },
    subAffiliate: { percentOfCommission: '5' },
} as Terms;
