import { countryName } from '@/format/country';

// Codes that are not countries of players.
const none = new Set(['EU', 'EZ', 'UN', 'ZZ', 'AC', 'CP', 'DG', 'EA', 'IC', 'TA', 'CQ']);

function allCodes(): string[] {
    const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
    const codes = letters.flatMap((first) => letters.map((second) => first + second));
    // A code that was replaced has the same name as its successor.
    const seen = new Set<string>();
    return codes.filter((code) => {
        const name = countryName(code);
        if (name === code || none.has(code) || code.startsWith('X') && code !== 'XK' || code.startsWith('Q') && code !== 'QA') return false;
        return Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}` && !seen.has(name) && seen.add(name);
    });
}

export interface CountryOption {
    value: string;
    label: string;
}

let known: CountryOption[] | null = null;

// Every country by its name, for Select and MultiSelect.
export function countryOptions(): CountryOption[] {
    known ??= allCodes()
        .map((value) => ({ value, label: `${countryName(value)} (${value})` }))
        .sort((a, b) => a.label.localeCompare(b.label));
    return known;
}
