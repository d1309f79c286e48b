import { describe, expect, it } from 'vitest';
import { emptyGroup } from './names';

describe('emptyGroup', () => {
    it('says which group has no value', () => {
        expect(emptyGroup('campaign')).toBe('(no campaign)');
        expect(emptyGroup('sub1')).toBe('(no SubID 1)');
        expect(emptyGroup('os')).toBe('(no operating system)');
    });

    it('does not need to know the group', () => {
        expect(emptyGroup('weather')).toBe('(none)');
    });
});
