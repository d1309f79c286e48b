import { describe, expect, it } from 'vitest';
import { standingOf } from './standing';

const version = (number: number, effectiveFrom: string | null, withdrawnAt: string | null = null) => ({ version: number, effectiveFrom, withdrawnAt });

describe('the status of a version', () => {
    const today = '2026-11-16';
    it('depends on its first day', () => {
        const all = [version(1, null), version(2, '2026-11-16'), version(3, '2026-11-17')];
        expect(all.map((one) => standingOf(one, all, 2, today))).toEqual(['past', 'inForce', 'upcoming']);
    });
    it('is replaced if a newer version has the same first day, unless that one is withdrawn', () => {
        const all = [version(1, null), version(2, '2026-12-01'), version(3, '2026-12-01')];
        expect(all.map((one) => standingOf(one, all, 1, today))).toEqual(['inForce', 'replaced', 'upcoming']);
        const withdrawn = [version(1, null), version(2, '2026-12-01'), version(3, '2026-12-01', '2026-11-15T10:00:00Z')];
        expect(withdrawn.map((one) => standingOf(one, withdrawn, 1, today))).toEqual(['inForce', 'upcoming', 'withdrawn']);
    });
});
