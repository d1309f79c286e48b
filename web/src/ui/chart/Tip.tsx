import { useLayoutEffect, useRef } from 'react';
import styles from './chart.module.css';
import type { Layout } from './layout';
import { pointName, type ChartProps, type ChartSeries } from './props';
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
    // The height of the pointer. Null without a pointer, and for touch, where a finger would cover the numbers: they are
    // then shown at the top.
    y: number | null;
}

// The numbers of one point. The size is known only after rendering, so the box is placed then, before it is painted.
export function Tip({ chart, layout, index, y }: TipProps) {
    const box = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
        if (!box.current) return;
        const { offsetWidth: width, offsetHeight: height, style } = box.current;
        const { left, top } = tipPlace({ x: layout.at[index] ?? 0, y }, { width, height }, layout);
        style.transform = `translate(${left}px, ${top}px)`;
    });
    const rows = chart.series.map((series, at) => ({ series, at, value: valueAt(chart, series, index) })).filter(({ value }) => value !== null);
    return (
        <div ref={box} className={styles.tip} style={{ maxWidth: layout.width }} aria-hidden>
            <div className={styles.tipTitle}>{pointName(chart, chart.data[index]?.x ?? '')}</div>
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
