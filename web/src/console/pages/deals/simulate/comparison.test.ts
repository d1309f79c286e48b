import { describe, expect, it } from 'vitest';
import { changeOf, linesOf, sorted, type AffiliateFigures, type Figures } from './comparison';
import { bodyOf, monthsUntil, problemsOfMonths, questionOf } from './question';

const side = (given: object) => ({ cpa: '0', revShare: '0', commission: '0', payable: '0', profit: '0', ...given });
const figures = (given: object): Figures => ({ ngr: '0', actual: side({}), simulated: side({}), difference: '0', ...given }) as unknown as Figures;

describe('a comparison', () => {
    it('has the lines that are not zero on both sides, without the sums', () => {
        const lines = linesOf(figures({ actual: side({ revShare: '600', commission: '600' }), simulated: side({ cpa: '160', revShare: '200', turnover: '3', commission: '363' }) }));
        expect(lines).toEqual([
            { name: 'CPA', actual: '0', simulated: '160' },
            { name: 'RevShare', actual: '600', simulated: '200' },
            { name: 'Turnover', actual: '0', simulated: '3' },
        ]);
    });
    it('shows a type of line that it does not know', () => {
        expect(linesOf(figures({ simulated: side({ ringFenced: '5' }) }))).toEqual([{ name: 'ringFenced', actual: '0', simulated: '5' }]);
    });
    it('has a ratio only if something was paid', () => {
        expect(changeOf(figures({ actual: side({ commission: '600' }), difference: '-240' }))).toBe(-0.4);
        expect(changeOf(figures({ difference: '5' }))).toBeNull();
    });
    it('sorts differences by their size', () => {
        const rows = [['A', '5'], ['B', '-20'], ['C', '0']].map(([name, difference]) => ({ affiliateId: name, name, total: figures({ difference }), months: [] })) as unknown as AffiliateFigures[];
        expect(sorted(rows, '-difference').map((row) => row.name)).toEqual(['B', 'A', 'C']);
        expect(sorted(rows, 'difference').map((row) => row.name)).toEqual(['C', 'A', 'B']);
        expect(sorted(rows, '-name').map((row) => row.name)).toEqual(['A', 'B', 'C']);
    });
});

describe('a question', () => {
    it('starts with the three months before this one', () => {
        const values = questionOf(null, 'EUR', [], '2026-01-17');
        expect([values.from, values.to]).toEqual(['2025-10', '2025-12']);
        expect(monthsUntil('2026-01-17').slice(0, 2)).toEqual(['2026-01', '2025-12']);
    });
    it('sends the terms as the form of a deal does', () => {
        const values = questionOf(null, 'EUR', ['a'], '2026-11-17');
        values.terms.cpa.amount = '80';
        expect(bodyOf(values)).toMatchObject({ terms: { currency: 'EUR', cpa: { amount: '80' } }, binding: 'registration', affiliateIds: ['a'], from: '2026-08', to: '2026-10' });
    });
    it('has months in order', () => expect(Object.keys(problemsOfMonths({ from: '2026-03', to: '2026-02' }))).toEqual(['to']));
});
