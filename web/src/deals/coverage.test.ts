import { describe, expect, it } from 'vitest';
import { gapSentence, gapsOf } from './coverage';

const words = { brandCount: 2, brandName: (id: string) => `Brand ${id}`, country: (code: string) => code, verb: 'earn nothing' };
const everybody = { brandIds: [], countries: [] };
const said = (scopes: object[], brands = ['A', 'B']) => gapsOf(scopes, brands).map((gap) => gapSentence(gap, { ...words, brandCount: brands.length }));

describe('players that no deal covers', () => {
    it('are none if a deal covers all players', () => {
        expect(said([{ brandIds: ['A'], countries: ['DE'] }, everybody])).toEqual([]);
        expect(said([{}])).toEqual([]);
    });
    it('are those of other countries', () => {
        expect(said([{ brandIds: [], countries: ['DE', 'AT'] }])).toEqual(['New players from countries other than AT and DE earn nothing.']);
        expect(said([{ countries: ['DE'] }, { countries: ['AT', 'DE'] }])).toEqual(['New players from countries other than AT and DE earn nothing.']);
    });
    it('are those of other brands', () => {
        expect(said([{ brandIds: ['A'], countries: [] }])).toEqual(['New players of Brand B earn nothing.']);
        expect(said([{ brandIds: ['A'] }, { brandIds: ['B'] }])).toEqual([]);
    });
    it('are listed by brand if the countries differ', () => {
        expect(said([{ brandIds: ['A'], countries: ['DE'] }])).toEqual(['New players of Brand A from countries other than DE earn nothing.', 'New players of Brand B earn nothing.']);
        expect(said([{ brandIds: ['A'], countries: ['DE'] }, { countries: ['SE'] }])).toEqual([
            'New players of Brand A from countries other than DE and SE earn nothing.',
            'New players of Brand B from countries other than SE earn nothing.',
        ]);
    });
    it('are all if no deal is in force', () => {
        expect(said([])).toEqual(['New players earn nothing.']);
    });
    it('are counted if there are too many names', () => {
        const brands = [...'ABCDEFGHIJ'];
        expect(said([{ brandIds: ['A'], countries: [...'123456789'] }], brands)).toEqual([
            'New players of Brand A from countries other than the 9 in the deals earn nothing.',
            'New players of 9 brands earn nothing.',
        ]);
    });
});
