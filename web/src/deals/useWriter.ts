import { useMemo } from 'react';
import { countryName } from '@/format/country';
import { useFormat } from '@/format/useFormat';
import type { Writer } from './words';

// Writes amounts of terms in the locale, with all their digits: "€100", "€3.50".
export function useWriter(currency: string): Writer {
    const format = useFormat();
    return useMemo(() => {
        const isIso = /^[A-Z]{3}$/.test(currency);
        const options = { trailingZeroDisplay: 'stripIfInteger', maximumFractionDigits: 8, ...(isIso ? { style: 'currency', currency } : {}) };
        const money = new Intl.NumberFormat(undefined, options as Intl.NumberFormatOptions);
        return {
            money: (amount) => {
                const written = money.format(amount as Intl.StringNumericLiteral);
                return isIso ? written : `${written} ${currency}`;
            },
            number: (value) => format.number(value),
            country: countryName,
        };
    }, [currency, format]);
}
