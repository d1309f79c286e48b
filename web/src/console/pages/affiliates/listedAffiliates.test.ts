import { describe, expect, it } from 'vitest';
import { ApiError } from '@/api/error';
import { inOrder, orWithoutResults, writeFigure, type ListedAffiliate } from './listedAffiliates';

const listed = (name: string, metrics: ListedAffiliate['metrics']) => ({ affiliate: { name }, metrics }) as ListedAffiliate;
const names = (rows: ListedAffiliate[]) => rows.map(({ affiliate }) => affiliate.name);

describe('the list without the analytics store', () => {
    const id = '0190a5c4-7f4e-7b6a-8d2e-3c1f5a9b7d20';
    const without = (cursor: string | undefined) => Promise.resolve({ items: [listed(cursor ?? 'first', null)], nextCursor: id });
    const answering = (status: number) => orWithoutResults(() => Promise.reject(new ApiError(status, 'facts_failed', 'The analytics store is not available')), without);

    it('has the affiliates without results, from the first page', async () => {
        for (const cursor of [undefined, '50']) {
            expect(await answering(503)(cursor)).toEqual({ items: [listed('first', null)], nextCursor: id });
        }
    });

    it('goes on by ids, which the list with results would refuse', async () => {
        expect(names((await answering(400)(id)).items)).toEqual([id]);
    });

    it('shows other errors', async () => {
        for (const status of [0, 400, 403, 500]) await expect(answering(status)(undefined)).rejects.toMatchObject({ status });
    });

    it('is not read while there are results', async () => {
        const read = orWithoutResults((cursor) => Promise.resolve({ items: [listed(cursor ?? 'first', { ngr: 1 })], nextCursor: null }), without);
        expect(await read('50')).toEqual({ items: [listed('50', { ngr: 1 })], nextCursor: null });
    });
});

describe('a figure', () => {
    const write = (value: number) => `€${value}`;

    it('is no zero while it is unknown', () => {
        expect(writeFigure({ ngr: 0 }, 'ngr', write)).toBe('€0');
        expect(writeFigure({ ngr: 0 }, 'click_count', write)).toBe('…');
        expect(writeFigure(null, 'ngr', write)).toBe('–');
    });
});

describe('the order of a saved list', () => {
    const rows = [listed('bravo', { ngr: 10 }), listed('Älpha', { ngr: -5 }), listed('delta', { ngr: 0 }), listed('Charlie', { ngr: 10 })];

    it('is that of the server', () => {
        expect(names(inOrder(rows, undefined))).toEqual(['bravo', 'Älpha', 'delta', 'Charlie']);
        expect(names(inOrder(rows, 'name'))).toEqual(['Älpha', 'bravo', 'Charlie', 'delta']);
        expect(names(inOrder(rows, '-name'))).toEqual(['delta', 'Charlie', 'bravo', 'Älpha']);
        expect(names(inOrder(rows, 'ngr'))).toEqual(['Älpha', 'delta', 'bravo', 'Charlie']);
        expect(names(inOrder(rows, '-ngr'))).toEqual(['bravo', 'Charlie', 'delta', 'Älpha']);
        expect(names(inOrder([listed('Partner 99', {}), listed('Partner 201', {})], 'name'))).toEqual(['Partner 201', 'Partner 99']);
    });
});
