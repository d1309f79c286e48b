import { describe, expect, it } from 'vitest';
import { choosablePeriods, closablePeriods, lastMonth, totalsOf } from './words';


describe('statements', () => {
    it('are added exactly, per currency', () => {
        const statements = [
            { currency: 'EUR', payable: '0.1' },
            { currency: 'GBP', payable: '5' },
            { currency: 'EUR', payable: '0.2' },
        ];
        expect(totalsOf(statements)).toEqual([
            { currency: 'EUR', count: 2, payable: '0.3' },
            { currency: 'GBP', count: 1, payable: '5' },
        ]);
    });
    it('can be closed after the end of their month', () => {
        const open = ['2026-12', '2026-11', '2026-10', '2026-09', '2026-10'].map((period) => ({ period }));
        expect(closablePeriods(open, '2026-11-15')).toEqual(['2026-09', '2026-10']);
        expect(closablePeriods(open, '2026-12-01')).toEqual(['2026-09', '2026-10', '2026-11']);
    });
    it('can be closed after the end of their week or half-month', () => {
        const open = ['2026-W47', '2026-11-H1', '2026-W46', '2026-10'].map((period) => ({ period }));
        expect(closablePeriods(open, '2026-11-15')).toEqual(['2026-10']);
        expect(closablePeriods(open, '2026-11-16')).toEqual(['2026-10', '2026-W46', '2026-11-H1']);
    });
    it('need not exist for a period with only unpriced money', () => {
        expect(choosablePeriods([{ period: '2026-09' }], ['2026-07', '2026-11'], '2026-11-15')).toEqual(['2026-10', '2026-09', '2026-07']);
    });
    it('have the right previous month in January', () => {
        expect(lastMonth('2026-01-31')).toBe('2025-12');
        expect(lastMonth('2026-11-15')).toBe('2026-10');
    });
});
