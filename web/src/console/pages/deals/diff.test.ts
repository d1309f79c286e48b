import { describe, expect, it } from 'vitest';
import { hybrid, plain } from '@/deals/example.testdata';
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
});
