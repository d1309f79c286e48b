import type { Schema } from '@/api/client';

type Totals = Schema<'Player'>['totals'];

const digits = 8;

function units(amount: string): bigint {
    const [whole = '0', fraction = ''] = amount.replace('-', '').split('.');
    const value = BigInt(whole + fraction.padEnd(digits, '0').slice(0, digits));
    return amount.startsWith('-') ? -value : value;
}

// Adds exactly. Amounts have up to 8 fractional digits.
export function addAmounts(left: string, right: string): string {
    const sum = units(left) + units(right);
    const text = (sum < 0n ? -sum : sum).toString().padStart(digits + 1, '0');
    const fraction = text.slice(-digits).replace(/0+$/, '');
    return `${sum < 0n ? '-' : ''}${text.slice(0, -digits)}${fraction ? `.${fraction}` : ''}`;
}

// The sums of events of these types, per currency.
export function sumOf(totals: Totals, ...types: string[]): [currency: string, amount: string][] {
    const sums = new Map<string, string>();
    for (const type of types)
        for (const [currency, amount] of Object.entries(totals[type]?.amounts ?? {})) sums.set(currency, addAmounts(sums.get(currency) ?? '0', amount));
    return [...sums];
}
