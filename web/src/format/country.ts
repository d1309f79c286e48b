// The name of a country by its code, in the browser's language.
const names = typeof Intl.DisplayNames === 'function' ? new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' }) : null;

export function countryName(code: string | null | undefined): string {
    if (!code) return 'Unknown country';
    try {
        return names?.of(code) ?? code;
    } catch {
        return code;
    }
}
