import { describe, expect, it } from 'vitest';
import type { Terms } from '@/deals/terms';
import { createFormat } from '@/format/format';
import { byPrecedence, dealLine } from './dealLine';

const format = createFormat({ timeZone: 'UTC', baseCurrency: 'EUR', locale: 'en-GB' });
const everybody = { brandIds: [], countries: [] };

describe('the summary of a deal', () => {
    it('lists the components', () => {
        const terms: Terms = { currency: 'EUR', cpa: { amount: '40' }, fixedMonthly: { amount: '1500' } };
        expect(dealLine({ terms }, format)).toBe('€40.00 per qualified player + €1,500.00 a month');
    });
    it('has a range for tiers and countries', () => {
        const terms: Terms = {
            currency: 'GBP',
            cpa: { amount: '70', amountByCountry: { FI: '95' }, tiers: [{ from: 31, amount: '100' }] },
            revShare: { rate: '22', tiers: [{ from: '15000', rate: '32.5' }] },
        };
        expect(dealLine({ terms }, format)).toBe('£70.00 to £100.00 per qualified player + 22\u00a0% to 32.5\u00a0% of NGR');
    });
    it('keeps zeros before the decimal point', () => {
        expect(dealLine({ terms: { currency: 'EUR', revShare: { rate: '30' } } }, format)).toBe('30\u00a0% of NGR');
    });
});

describe('which deal applies', () => {
    it('is the one with the narrowest scope, then the newest', () => {
        const old = { id: '01', scope: everybody };
        const recent = { id: '02', scope: everybody };
        const nordic = { id: '00', scope: { brandIds: [], countries: ['SE'] } };
        expect(byPrecedence([old, recent, nordic])).toEqual([nordic, recent, old]);
    });
});
