import { Tooltip } from '@mantine/core';
import { useRef, useState } from 'react';
import { useFormat } from '@/format/useFormat';

interface MoneyProps {
    amount: string | number | null | undefined;
    currency?: string;
    // Negative amounts are red.
    colored?: boolean;
    fw?: number;
}

// An amount as the API returns it (a decimal string). A table has hundreds of amounts, so they are plain elements.
export function Money({ amount, currency, colored, fw }: MoneyProps) {
    const format = useFormat();
    const color = colored && Number(amount) < 0 ? 'var(--fl-bad)' : undefined;
    return (
        <span className="tabular" style={color || fw ? { color, fontWeight: fw } : undefined}>
            {format.money(amount, currency)}
        </span>
    );
}

const tooltipDelay = 250;

// A time in words ("3 hours ago"), with the exact time in the operator's time zone as a tooltip. The tooltip is created
// when the pointer stays, because a table has many times.
export function When({ at, exact = false }: { at: string | null | undefined; exact?: boolean }) {
    const format = useFormat();
    const [near, setNear] = useState(false);
    const timer = useRef(0);
    if (!at) return <span>{format.dateTime(at)}</span>;
    const [shown, more] = exact ? [format.dateTime(at), format.relative] : [format.relative(at), format.dateTime];
    const time = (
        <time dateTime={at} className="tabular">
            {shown}
        </time>
    );
    const enter = () => {
        timer.current = window.setTimeout(() => setNear(true), tooltipDelay);
    };
    const leave = () => {
        window.clearTimeout(timer.current);
        setNear(false);
    };
    return (
        <span onPointerEnter={enter} onPointerLeave={leave}>
            {near ? (
                <Tooltip label={more(at)} opened>
                    {time}
                </Tooltip>
            ) : (
                time
            )}
        </span>
    );
}
