import { expect, it } from 'vitest';
import { recentMonths } from './months';

it('starts with the next month', () => {
    expect(recentMonths('2026-12-05', 4)).toEqual(['2027-01', '2026-12', '2026-11', '2026-10']);
    expect(recentMonths('2026-01-05', 3)).toEqual(['2026-02', '2026-01', '2025-12']);
});
it('includes the chosen month', () => expect(recentMonths('2026-12-05', 2, '2020-01')).toEqual(['2020-01', '2027-01', '2026-12']));
