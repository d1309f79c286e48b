import { Text, type TextProps, Tooltip } from '@mantine/core';
import { useFormat } from '@/format/useFormat';

// An amount as the API returns it (a decimal string). Negative amounts are red and have a minus sign.
export function Money({ amount, currency, colored, ...rest }: { amount: string | number | null | undefined; currency?: string; colored?: boolean } & TextProps) {
    const format = useFormat();
    const negative = colored && Number(amount) < 0;
    return (
        <Text span inherit className="tabular" c={negative ? 'var(--fl-bad)' : undefined} {...rest}>
            {format.money(amount, currency)}
        </Text>
    );
}

// A time in words ("3 hours ago"), with the exact time in the operator's time zone as a tooltip.
export function When({ at, exact = false }: { at: string | null | undefined; exact?: boolean }) {
    const format = useFormat();
    if (!at) return <span>{format.dateTime(at)}</span>;
    const [shown, more] = exact ? [format.dateTime(at), format.relative(at)] : [format.relative(at), format.dateTime(at)];
    return (
        <Tooltip label={more}>
            <time dateTime={at} className="tabular">
                {shown}
            </time>
        </Tooltip>
    );
}
