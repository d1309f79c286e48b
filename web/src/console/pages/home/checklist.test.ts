import { describe, expect, it } from 'vitest';
import { checklistOf, isComplete } from './checklist';

const nothing = { brands: [], keys: [], events: [], affiliates: [], links: [], deals: [] };

describe('the checklist of a new operator', () => {
    it('waits until everything is known', () => {
        expect(checklistOf({ ...nothing, deals: undefined })).toBeNull();
    });

    it('ticks what exists', () => {
        const list = checklistOf({ ...nothing, brands: [{}], keys: [{}] }) ?? [];
        expect(list.filter((item) => item.done).map((item) => item.key)).toEqual(['brands', 'keys']);
        expect(isComplete(list)).toBe(false);
    });

    it('is complete with one of each', () => {
        expect(isComplete(checklistOf({ brands: [1], keys: [1], events: [1], affiliates: [1], links: [1], deals: [1] }) ?? [])).toBe(true);
    });
});
