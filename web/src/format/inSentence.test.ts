import { describe, expect, it } from 'vitest';
import { inSentence } from './inSentence';

describe('inSentence', () => {
    it('writes the first letter of each part in lower case', () => {
        expect(['Tracking URL', 'Effective from', 'Sub1', 'Terms › RevShare › Min first deposit'].map(inSentence)).toEqual([
            'tracking URL',
            'effective from',
            'sub1',
            'terms › RevShare › min first deposit',
        ]);
    });

    it('keeps short forms and names with several capitals', () => {
        const kept = ['API URL', 'SubID 1', 'CPA', 'RevShare rate'];
        expect(kept.map(inSentence)).toEqual(kept);
    });
});
