import { describe, expect, it } from 'vitest';
import { createFormat } from '@/format/format';
import { writeGroup } from './values';

const format = createFormat({ timeZone: 'UTC', baseCurrency: 'EUR', locale: 'en-GB' });

describe('writeGroup', () => {
    it('says which group is empty', () => {
        expect(writeGroup(format, 'campaign', '')).toBe('(no campaign)');
        expect(writeGroup(format, 'sub1', '')).toBe('(no SubID 1)');
        expect(writeGroup(format, 'os', '')).toBe('(no operating system)');
    });

    it('writes hours and weeks in words', () => {
        expect(writeGroup(format, 'hour', '2026-03-10T14+01:00')).toBe('10 Mar, 14:00');
        expect(writeGroup(format, 'week', '2026-W11')).toBe('Week 11, 2026');
    });
});
