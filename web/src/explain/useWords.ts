import { useMemo } from 'react';
import { useFormat } from '@/format/useFormat';
import { useExact } from './exact';
import type { Words } from './stepWords';
import type { ReasonWords } from './whyWords';

// Writes times and amounts of an explanation for the current user.
export function useWords(): Words {
    const format = useFormat();
    const exact = useExact();
    return useMemo(() => ({ ...format, ...exact }), [format, exact]);
}

// The same for reasons. Their amounts can be null.
export function useReasonWords(): ReasonWords {
    const format = useFormat();
    const exact = useExact();
    return useMemo(() => ({ ...format, money: (amount, currency = format.conventions.baseCurrency) => (amount === null ? '–' : exact.money(amount, currency)) }), [format, exact]);
}
