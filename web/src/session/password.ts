// The server's rule for new passwords. The server also knows the most common passwords.
export const passwordRule = 'At least 12 characters, not a common password, and without your email address';

export function newPasswordError(password: string, email: string): string | null {
    const length = [...password].length;
    if (length < 12) return 'At least 12 characters';
    if (length > 200) return 'At most 200 characters';
    const local = email.split('@')[0] ?? '';
    const part = (local.length >= 4 ? local : email).toLowerCase();
    return part && password.toLowerCase().includes(part) ? 'Must not contain your email address' : null;
}
