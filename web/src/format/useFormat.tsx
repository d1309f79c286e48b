import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { clockIn, type Clock } from './clock';
import { createFormat, type Format } from './format';
import { todayIn } from './period';

const FormatContext = createContext<Format>(createFormat({ timeZone: 'UTC', baseCurrency: 'EUR' }));

export function FormatProvider(props: { timeZone: string; baseCurrency: string; children: ReactNode }) {
    const { timeZone, baseCurrency, children } = props;
    const format = useMemo(() => createFormat({ timeZone, baseCurrency }), [timeZone, baseCurrency]);
    return <FormatContext value={format}>{children}</FormatContext>;
}

export const useFormat = (): Format => useContext(FormatContext);

// Today's date in the operator's time zone.
export const useToday = (): string => todayIn(useFormat().conventions.timeZone);

// The date and the hour in the operator's time zone.
export const useClock = (): Clock => clockIn(useFormat().conventions.timeZone);
