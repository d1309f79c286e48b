import { describe, expect, it } from 'vitest';
import { hybrid, plain } from '@/deals/example.testdata';
import type { Terms } from '@/deals/terms';
import { changesOf } from './diff';

describe('what changed between two versions', () => {
    it('is empty for equal terms', () => expect(changesOf(hybrid, structuredClone(hybrid), plain)).toEqual([]));
    it('lists the members', () => {
        const after = structuredClone(hybrid);
        if (!after.cpa || !after.revShare) throw new Error('both are there');
        after.cpa.amount = '110';
        after.cpa.monthlyCap = null;
        after.revShare.tiers = [{ from: '10000', rate: '31' }];
        after.cpl = null;
        expect(changesOf(hybrid, after, plain)).toEqual([
            { part: 'CPA', member: 'Amount', before: '100 EUR', after: '110 EUR' },
            { part: 'CPA', member: 'Monthly cap', before: '50', after: 'none' },
            { part: 'RevShare', member: 'Tiers', before: '30 % from 10000 EUR and 35 % from 50000 EUR', after: '31 % from 10000 EUR' },
            { part: 'CPL', member: '', before: 'removed', after: null },
        ]);
    });
    it('writes members that are lists and objects', () => {
        const before: Terms = { currency: 'EUR', revShare: { rate: '25' }, turnover: { rate: '1' } };
        const after: Terms = {
            currency: 'EUR',
            revShare: { rate: '25', tierBy: 'newDepositors', tiers: [{ from: 11, rate: '30', requires: { activePlayers: 5 } }], requires: { activePlayers: 5, elseRate: '0' }, deductions: { bonusPercent: '100', depositFeePercent: '0', withdrawalFeePercent: '0', beforeAdminFee: true }, excludeProducts: ['poker'] },
            turnover: { rate: '1', rateByProduct: { sports: '2' } },
        };
        expect(changesOf(before, after, plain).map(({ member, after: now }) => [member, now?.replaceAll('\u00a0', ' ')])).toEqual([
            ['Tiers by', 'new depositors'],
            ['Tiers', '30 % from 11 (5 active players)'],
            ['Required', '5 active players, otherwise 0 %'],
            ['Deductions', '100 % of bonuses and before the admin fee'],
            ['Products that do not count', 'poker'],
            ['Rates by product', 'sports 2 %'],
        ]);
    });
});
