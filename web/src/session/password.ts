// The same limits as the server's.
export function newPasswordError(password: string): string | null {
    if (password.length < 10) return 'At least 10 characters';
    return password.length > 200 ? 'At most 200 characters' : null;
}
