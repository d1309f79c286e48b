import { useMemo } from 'react';
import { useFormat } from '@/format/useFormat';

// Writes amounts with all their digits. Rounded amounts would not add up in an explanation.
export function useExact() {
    const { locale } = useFormat().conventions;
    return useMemo(() => {
        const kept = new Map<string, Intl.NumberFormat>();
        const money = (amount: string | number, currency: string): string => {
            const known = /^[A-Z]{3}$/.test(currency);
            const key = known ? currency : '';
            const options: Intl.NumberFormatOptions = known ? { style: 'currency', currency, maximumFractionDigits: 8 } : { minimumFractionDigits: 2, maximumFractionDigits: 8 };
            const format = kept.get(key) ?? new Intl.NumberFormat(locale, options);
            kept.set(key, format);
            return known ? format.format(amount as number) : `${format.format(amount as number)} ${currency}`;
        };
        const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 10 });
        return { money, number: (value: string | number) => plain.format(value as number) };
    }, [locale]);
}

// The exact difference of two decimal strings.
export function minus(after: string, before: string): string {
    const scale = 10;
    const whole = (text: string): bigint => {
        const negative = text.startsWith('-');
        const [left = '0', right = ''] = text.replace('-', '').split('.');
        const value = BigInt(left + right.padEnd(scale, '0').slice(0, scale));
        return negative ? -value : value;
    };
    const difference = whole(after) - whole(before);
    const digits = (difference < 0n ? -difference : difference).toString().padStart(scale + 1, '0');
    const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '');
    return difference < 0n ? `-${text}` : text;
}
