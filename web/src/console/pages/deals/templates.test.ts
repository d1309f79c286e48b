import { describe, expect, it } from 'vitest';
import { plain } from '@/deals/example.testdata';
import { dealParts, sentencesOf } from '@/deals/parts';
import type { Terms } from '@/deals/terms';
import { addable, conditionsIn } from './conditions';
import { problemsOf, sameTerms, termsOf } from './formTerms';
import { valuesOf, type Deal } from './formValues';
import { templates } from './templates';

const valuesOfTerms = (terms: Terms) => valuesOf({ terms } as Deal, 'EUR');
const through = (terms: Terms): Terms => termsOf(valuesOfTerms(terms));

describe('a template', () => {
    it.each(templates.map((template) => [template.name, { currency: 'EUR', ...template.terms } as Terms] as const))('%s is complete, valid and has words', (_, terms) => {
        expect(problemsOf(valuesOfTerms(terms))).toEqual({});
        expect(sameTerms(terms, through(terms))).toBe(true);
        expect(dealParts(terms, plain, 'operator').flatMap(sentencesOf).length).toBeGreaterThan(1);
    });
    it('is offered for each kind of programme', () => {
        expect(templates.map((template) => template.name)).toEqual(['CPA', 'RevShare ladder', 'Hybrid', 'Hybrid ladder', 'Sportsbook with products', 'Poker rake', 'Crypto turnover', 'High-roller protected', 'Activity ladder']);
    });
});

// Every member of §6.
const full = {
    currency: 'EUR',
    cpa: {
        amount: '80',
        minBets: 5,
        requires: ['kycVerified'],
        excludes: ['selfExcluded', 'blocked'],
        qualifyWithinDays: 30,
        qualifyFrom: 'firstDeposit',
        firstDepositWindowHours: 24,
        amountByFirstDeposit: [{ from: '100', amount: '150' }],
    },
    revShare: {
        rate: '25',
        tierMode: 'whole',
        tierBy: 'newDepositors',
        tiers: [{ from: 11, rate: '30', requires: { activePlayers: 5, deposits: '1000' }, rateByProduct: { sports: '22' } }],
        requires: { activePlayers: 5, elseRate: '10' },
        rateByProduct: { sports: '20' },
        excludeProducts: ['poker'],
        deductions: { bonusPercent: '100', depositFeePercent: '2', withdrawalFeePercent: '0', beforeAdminFee: true },
        introRate: { rate: '50', months: 3 },
    },
    turnover: { rate: '0.25', rateByProduct: { sports: '0.5' } },
} as Terms;

describe('the form', () => {
    it('keeps every member', () => {
        expect(through(full)).toMatchObject(full);
        expect(problemsOf(valuesOfTerms(full))).toEqual({});
    });
    it('sends only conditions in use', () => {
        const values = valuesOfTerms(full);
        values.conditions = [];
        expect(through({ ...full })).not.toEqual(termsOf(values));
        expect(termsOf(values)).toEqual({
            currency: 'EUR',
            cpa: { amount: '80', amountByCountry: {}, minFirstDeposit: '0', minTotalDeposits: '0', minWagered: '0', qualifyWithinDays: null, tiers: [], tierMode: 'marginal', monthlyCap: null, holdDays: 0, clawback: 'ifUnqualified' },
            revShare: { rate: '25', tiers: [], tierMode: 'whole', adminFeePercent: '0', deductChargebacks: true, negativeCarryover: true, durationMonths: null },
            turnover: { rate: '0.25' },
        });
    });
    it('uses whole tiers where the server requires them', () => {
        const values = valuesOfTerms({ currency: 'EUR', revShare: { rate: '25', tierMode: 'marginal', rateByProduct: { sports: '20' } } });
        expect(termsOf(values).revShare?.tierMode).toBe('whole');
    });
    it('does not offer conditions that contradict each other', () => {
        const keys = addable('cpa', ['cpa.tiers']).map((one) => one.key);
        expect(keys).toContain('cpa.minBets');
        expect(keys).not.toContain('cpa.amountByFirstDeposit');
    });
});

describe('members of a negative month, of inactivity and of levels', () => {
    const terms = { currency: 'EUR', revShare: { rate: '30', negative: { policy: 'carry', carryMonths: 3, highRoller: { playerLoss: '5000', when: 'always' } }, inactiveAfterMonths: 6 }, subAffiliate: { levels: ['5', '2'] } } as Terms;
    it('are sent as they were read', () => {
        const sent = through(terms);
        expect([sent.revShare?.negative, sent.revShare?.inactiveAfterMonths, sent.subAffiliate?.levels]).toEqual([terms.revShare?.negative, 6, ['5', '2']]);
        expect(sent.revShare && 'negativeCarryover' in sent.revShare).toBe(false);
        expect(conditionsIn({ currency: 'EUR', revShare: { rate: '30', negativeCarryover: false } })).toEqual(['revShare.negative']);
    });
});
