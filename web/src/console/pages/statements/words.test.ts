import { describe, expect, it } from 'vitest';
import { closableMonths, lastMonth, lineNote, totalsOf, type Line } from './words';

const line = (more: Partial<Line>) => ({ amount: '0', fromPeriod: null, note: null, ...more }) as Line;
const month = (period: string) => period;

describe('statements', () => {
    it('are added per currency, exactly', () => {
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
    it('can be closed once their month has ended', () => {
        const open = ['2026-12', '2026-11', '2026-10', '2026-09', '2026-10'].map((period) => ({ period }));
        expect(closableMonths(open, '2026-11-15')).toEqual(['2026-09', '2026-10']);
        expect(closableMonths(open, '2026-12-01')).toEqual(['2026-09', '2026-10', '2026-11']);
    });
    it('follow the months across a year', () => {
        expect(lastMonth('2026-01-31')).toBe('2025-12');
        expect(lastMonth('2026-11-15')).toBe('2026-10');
    });
    it('say what lines without accruals are', () => {
        expect(lineNote(line({ component: 'carryOver', amount: '-3000', fromPeriod: '2026-03' }), month)).toBe('RevShare below zero, carried from 2026-03');
        expect(lineNote(line({ component: 'carryOver', amount: '3000' }), month)).toBe('RevShare below zero, carried into the next month');
        expect(lineNote(line({ component: 'balance', amount: '-64.9' }), month)).toBe('Below the minimum payout; kept for the next month');
        expect(lineNote(line({ component: 'balance', amount: '50' }), month)).toBe('More was owed than earned; the rest opens the next month');
        expect(lineNote(line({ component: 'adjustment', note: 'A gift' }), month)).toBe('A gift');
        expect(lineNote(line({ component: 'cpa' }), month)).toBeNull();
    });
});
