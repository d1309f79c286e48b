import { useMemo } from 'react';
import { useFormat } from '@/format/useFormat';
import { useExact } from './exact';
import type { Words } from './stepWords';
import type { ReasonWords } from './whyWords';

// How the operator's people, or the affiliate, read times and amounts of an explanation.
export function useWords(): Words {
    const format = useFormat();
    const exact = useExact();
    return useMemo(() => ({ ...format, ...exact }), [format, exact]);
}

// The same for reasons, whose amounts may be missing.
export function useReasonWords(): ReasonWords {
    const format = useFormat();
    const exact = useExact();
    return useMemo(() => ({ ...format, money: (amount, currency = format.conventions.baseCurrency) => (amount === null ? '–' : exact.money(amount, currency)) }), [format, exact]);
}
