import styles from './chart.module.css';
import type { Layout } from './layout';
import { colorOf } from './props';

// Below the marks: the band of a bar, or a vertical line.
export function Cursor({ layout, index, banded }: { layout: Layout; index: number; banded: boolean }) {
    const { frame, at, band } = layout;
    const x = at[index] ?? 0;
    if (banded) return <rect x={x - band / 2} width={band} y={frame.top} height={frame.bottom - frame.top} className={styles.band} />;
    return <line x1={x} x2={x} y1={frame.top} y2={frame.bottom} className={styles.cursor} />;
}

// Above the marks: a dot on each line at this point.
export function Dots({ layout, index }: { layout: Layout; index: number }) {
    return layout.layers.map((layer) => {
        const spot = layer.spots[index];
        if (!spot || layer.bar) return null;
        return <circle key={layer.series.key} cx={spot.x} cy={spot.y} r={layer.series.muted ? 3 : 4} fill={colorOf(layer.series, layer.index)} className={styles.dot} />;
    });
}
