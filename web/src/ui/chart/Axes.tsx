import styles from './chart.module.css';
import type { Layout } from './layout';

// A line of one pixel is sharp only at half a pixel.
const sharp = (y: number): number => Math.round(y) + 0.5;

export function Axes({ layout }: { layout: Layout }) {
    const { frame, ticks, labels, height } = layout;
    return (
        <g>
            {ticks.map(({ value, text, y }) => (
                <g key={value}>
                    <line x1={frame.left} x2={frame.right} y1={sharp(y)} y2={sharp(y)} className={value === 0 ? styles.zero : styles.grid} />
                    <text x={frame.left - 8} y={y} dy="0.35em" textAnchor="end" className={styles.word}>
                        {text}
                    </text>
                </g>
            ))}
            {labels.map(({ index, text, x }) => (
                <text key={index} x={x} y={height - 6} textAnchor="middle" className={styles.word}>
                    {text}
                </text>
            ))}
        </g>
    );
}
