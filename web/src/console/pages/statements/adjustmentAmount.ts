import { typedDecimal } from '@/format/decimal';

const integerMax = 1_000_000_000n;

// The reason why the text is not a valid amount of an adjustment, or null. The server also checks the digits of the currency.
export function amountError(text: string): string | null {
    const parts = /^-?(\d+)(?:\.(\d+))?$/.exec(typedDecimal(text));
    if (!parts) return 'Enter a number such as 150 or -20.50';
    const integer = BigInt(parts[1] ?? '0');
    const fraction = /[1-9]/.test(parts[2] ?? '');
    if (integer === 0n && !fraction) return 'Enter an amount other than 0';
    if (integer > integerMax || (integer === integerMax && fraction)) return 'Enter at most 1,000,000,000 in either direction';
    return null;
}
