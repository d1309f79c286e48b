import { describe, expect, it } from 'vitest';
import { bestFirst } from './choosing';

const countries = ['Bangladesh (BD)', 'Denmark (DK)', 'Germany (DE)', 'Sweden (SE)', 'Cape Verde (CV)'].map((label) => ({ value: label.slice(-3, -1), label }));
const found = (search: string, limit = Infinity) => (bestFirst()({ options: countries, search, limit }) as typeof countries).map((option) => option.value);

describe('the options that match', () => {
    it('are sorted by how well they match', () => {
        expect(found('de')).toEqual(['DE', 'DK', 'BD', 'SE', 'CV']);
        expect(found('verde')).toEqual(['CV']);
        expect(found(' GERM ')).toEqual(['DE']);
        expect(found('xyz')).toEqual([]);
    });
    it('keep their order while nothing is typed', () => {
        expect(found('')).toEqual(['BD', 'DK', 'DE', 'SE', 'CV']);
    });
    it('are limited in number', () => {
        expect(found('de', 2)).toEqual(['DE', 'DK']);
    });
    it('are searched in their text', () => {
        const options = [{ value: 'AT', label: 'AT' }, { value: 'DE', label: 'DE' }];
        expect(bestFirst(({ value }) => (value === 'DE' ? 'Germany' : 'Austria'))({ options, search: 'germ', limit: 9 })).toEqual([options[1]]);
    });
});
