import { expect, test } from 'vitest';
import { monthsAfter } from './futureMonths';

test('a change can start with each of the next 24 months', () => {
    const months = monthsAfter('2026-11-17');
    expect(months.slice(0, 3)).toEqual(['2026-12-01', '2027-01-01', '2027-02-01']);
    expect(months).toHaveLength(24);
    expect(months.at(-1)).toBe('2028-11-01');
    expect(monthsAfter('2026-12-31')[0]).toBe('2027-01-01');
});
