import { describe, expect, it } from 'vitest';
import { newPasswordError } from './password';

describe('a new password', () => {
    it('has at least 12 characters', () => {
        expect(newPasswordError('eleven keys', 'lena@nordlicht.example')).toBe('At least 12 characters');
        expect(newPasswordError('twelve keys!', 'lena@nordlicht.example')).toBeNull();
    });
    it('does not contain the email address', () => {
        expect(newPasswordError('my name is LENA', 'lena@nordlicht.example')).toBe('Must not contain your email address');
        expect(newPasswordError('also a candle', 'al@nordlicht.example')).toBeNull();
        expect(newPasswordError('to al@nordlicht.example', 'al@nordlicht.example')).toBe('Must not contain your email address');
    });
});
