import type { Terms } from '@/deals/terms';

// The terms that a new deal can start with. The numbers are examples of the kind, to be replaced.

export interface Template {
    key: string;
    name: string;
    description: string;
    terms: Omit<Terms, 'currency'>;
}

const protection: Terms['revShare'] = { rate: '30', adminFeePercent: '10', negative: { policy: 'carry', highRoller: { playerLoss: '5000', when: 'affiliateNegative' } } };

export const templates: Template[] = [
    { key: 'cpa', name: 'CPA', description: 'An amount for each player that qualifies', terms: { cpa: { amount: '100', minFirstDeposit: '20', qualifyWithinDays: 30 } } },
    {
        key: 'ladder',
        name: 'RevShare ladder',
        description: 'A share of revenue that grows with it',
        terms: { revShare: { rate: '25', adminFeePercent: '10', tierMode: 'whole', tiers: [{ from: '10000', rate: '30' }, { from: '50000', rate: '35' }] } },
    },
    { key: 'hybrid', name: 'Hybrid', description: 'A smaller CPA, and a share of revenue', terms: { cpa: { amount: '50', minFirstDeposit: '20', qualifyWithinDays: 30 }, revShare: { rate: '20', adminFeePercent: '10' } } },
    {
        key: 'hybridLadder',
        name: 'Hybrid ladder',
        description: 'A CPA, and a share of revenue that grows with it',
        terms: {
            cpa: { amount: '60', minFirstDeposit: '20', qualifyWithinDays: 30 },
            revShare: { rate: '30', tierMode: 'whole', tiers: [{ from: '10000', rate: '35' }, { from: '50000', rate: '40' }] },
        },
    },
    {
        key: 'sportsbook',
        name: 'Sportsbook with products',
        description: 'Another rate for sports, bonuses deducted',
        terms: {
            revShare: { rate: '30', tierMode: 'whole', rateByProduct: { sports: '20' }, adminFeePercent: '15', deductions: { bonusPercent: '100', depositFeePercent: '0', withdrawalFeePercent: '0', beforeAdminFee: false } },
        },
    },
    {
        key: 'poker',
        name: 'Poker rake',
        description: 'A share of rake only, less rakeback',
        terms: { revShare: { rate: '30', excludeProducts: ['casino', 'sports'], deductions: { bonusPercent: '100', depositFeePercent: '0', withdrawalFeePercent: '0', beforeAdminFee: false }, durationMonths: 24 } },
    },
    { key: 'turnover', name: 'Crypto turnover', description: 'A share of wagers, whoever wins', terms: { turnover: { rate: '0.25', rateByProduct: { sports: '0.5' } } } },
    { key: 'protected', name: 'High-roller protected', description: 'A share of revenue that one lucky player cannot ruin', terms: { revShare: protection } },
    {
        key: 'activity',
        name: 'Activity ladder',
        description: 'A share of revenue that grows with new depositors',
        terms: { revShare: { rate: '25', adminFeePercent: '10', tierMode: 'whole', tierBy: 'newDepositors', tiers: [{ from: 11, rate: '30' }, { from: 31, rate: '35' }], requires: { activePlayers: 5, elseRate: '10' } } },
    },
];

export const firstTemplate = (currency: string): Terms => ({ currency, ...templates[0]?.terms });
