import styles from './chart.module.css';
import { colorOf, type ChartSeries } from './props';

// The colour of a series, drawn like its line: dashed for the previous period.
export function Swatch({ series, index }: { series: ChartSeries; index: number }) {
    const color = colorOf(series, index);
    return <span className={series.muted ? styles.swatchMuted : styles.swatch} style={series.muted ? { borderColor: color } : { background: color }} />;
}
