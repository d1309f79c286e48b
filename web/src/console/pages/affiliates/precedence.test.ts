import { describe, expect, it } from 'vitest';
import { byPrecedence } from './precedence';

const everybody = { brandIds: [], countries: [] };

describe('which deal applies', () => {
    it('is the one with the narrowest scope, then the newest', () => {
        const old = { id: '01', scope: everybody };
        const recent = { id: '02', scope: everybody };
        const nordic = { id: '00', scope: { brandIds: [], countries: ['SE'] } };
        expect(byPrecedence([old, recent, nordic])).toEqual([nordic, recent, old]);
    });
});
