import { webcrypto } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { amountError } from './adjustmentAmount';
import { newRequestKey } from './requestKey';

test('an adjustment is a number within the bounds', () => {
    for (const text of ['150', '-20.50', ' 0.01 ', '-20,50', '1,5', '1000000000', '-1000000000.00']) expect(amountError(text)).toBeNull();
    for (const text of ['', 'x', '1,234.50', '1,5,0', '+1', '1e3', '.5']) expect(amountError(text)).toBe('Enter a number such as 150 or -20.50');
    for (const text of ['0', '-0.00']) expect(amountError(text)).toBe('Enter an amount other than 0');
    for (const text of ['1000000000.01', '-1000000001', '99999999999999999999']) expect(amountError(text)).toBe('Enter at most 1,000,000,000 in either direction');
});

test('every form has a key of its own', () => {
    vi.stubGlobal('crypto', webcrypto); // Older versions of Node.js have no global one.
    expect(newRequestKey()).toMatch(/^[0-9a-f]{32}$/);
    expect(newRequestKey()).not.toBe(newRequestKey());
});
