import { useLayoutEffect, useRef, useState } from 'react';
import styles from './chart.module.css';
import type { Layout } from './layout';
import type { ChartProps, ChartSeries } from './props';
import { Swatch } from './Swatch';
import { tipPlace } from './tipPlace';

export function valueAt({ data }: ChartProps, series: ChartSeries, index: number): number | null {
    const value = data[index]?.[series.key];
    return typeof value === 'number' ? value : null;
}

interface TipProps {
    chart: ChartProps;
    layout: Layout;
    index: number;
    // The height of the pointer; null where there is none, or where a finger would cover what it points at.
    y: number | null;
}

// The numbers of one point. Its size is known only once it is there, so it is put in place before it is painted.
export function Tip({ chart, layout, index, y }: TipProps) {
    const box = useRef<HTMLDivElement>(null);
    const [size, setSize] = useState({ width: 0, height: 0 });
    useLayoutEffect(() => {
        const { offsetWidth: width = 0, offsetHeight: height = 0 } = box.current ?? {};
        setSize((known) => (known.width === width && known.height === height ? known : { width, height }));
    }, [chart, layout, index]);
    const place = tipPlace({ x: layout.at[index] ?? 0, y }, size, layout);
    const rows = chart.series.map((series, at) => ({ series, at, value: valueAt(chart, series, index) })).filter(({ value }) => value !== null);
    return (
        <div ref={box} className={styles.tip} style={{ transform: `translate(${place.left}px, ${place.top}px)`, maxWidth: layout.width }} aria-hidden>
            <div className={styles.tipTitle}>{chart.formatX(chart.data[index]?.x ?? '')}</div>
            {rows.length === 0 && <div>No values</div>}
            {rows.map(({ series, at, value }) => (
                <div key={series.key} className={styles.tipRow}>
                    <Swatch series={series} index={at} />
                    <span className={styles.tipLabel}>{series.label}</span>
                    <span className={styles.tipValue}>{series.format(value ?? 0)}</span>
                </div>
            ))}
        </div>
    );
}
