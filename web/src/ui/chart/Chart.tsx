import { VisuallyHidden } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { Axes } from './Axes';
import styles from './chart.module.css';
import { Cursor, Dots } from './Cursor';
import { layoutOf } from './layout';
import { Marks } from './Marks';
import { textWidth, useFontReady, useWidth } from './measure';
import { pointName, type ChartProps } from './props';
import { Tip, valueAt } from './Tip';
import { usePointed } from './usePointed';

// One point in words: "12 Mar: Clicks 340, Previous period 290".
function spokenPoint(chart: ChartProps, index: number): string {
    const values = chart.series.flatMap((series) => {
        const value = valueAt(chart, series, index);
        return value === null ? [] : [`${series.label} ${series.format(value)}`];
    });
    return `${pointName(chart, chart.data[index]?.x ?? '')}: ${values.join(', ') || 'no values'}`;
}

// Only the drawing. Pages use TimeChart, which has a legend and the same numbers as a table.
export function Chart(chart: ChartProps) {
    const box = useRef<HTMLDivElement>(null);
    const width = useWidth(box);
    const fontReady = useFontReady();
    const height = chart.height ?? 280;
    const layout = useMemo(() => (width > 0 ? layoutOf(chart, width, height, textWidth) : null), [chart, width, height, fontReady]);
    const { pointed, handlers } = usePointed(layout);
    const banded = chart.kind === 'bar';
    return (
        // With the role application, a screen reader passes arrow keys on instead of using them itself.
        <div ref={box} className={styles.chart} style={{ height }} role="application" aria-roledescription="chart" aria-label={`${chart.label}. Use the arrow keys to read its points`} tabIndex={0} data-chart {...handlers}>
            {layout && (
                <svg width={width} height={height} className={styles.drawing} aria-hidden focusable="false">
                    {pointed && <Cursor layout={layout} index={pointed.index} banded={banded} />}
                    <Axes layout={layout} />
                    <Marks layout={layout} kind={chart.kind} stacked={chart.stacked ?? false} />
                    {pointed && <Dots layout={layout} index={pointed.index} />}
                </svg>
            )}
            {layout && pointed && <Tip chart={chart} layout={layout} index={pointed.index} y={pointed.y} />}
            <VisuallyHidden aria-live="polite">{pointed?.spoken ? spokenPoint(chart, pointed.index) : ''}</VisuallyHidden>
        </div>
    );
}
