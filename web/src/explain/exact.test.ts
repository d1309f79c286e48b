import { describe, expect, it } from 'vitest';
import { minus } from './exact';

describe('minus', () => {
    it('keeps every digit', () => {
        expect(minus('1129.75046476', '1116.61158976')).toBe('13.138875');
        expect(minus('9999.75', '10003.51')).toBe('-3.76');
        expect(minus('-0.35316', '0')).toBe('-0.35316');
        expect(minus('45', '45')).toBe('0');
        expect(minus('100', '0')).toBe('100');
    });
});
