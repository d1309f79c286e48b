import { memo, useId } from 'react';
import styles from './chart.module.css';
import type { DrawnLayer, Layout } from './layout';
import { areaPath, barPath, linePath, runsOf, type Spot } from './paths';
import { colorOf, type ChartProps } from './props';

type Kind = ChartProps['kind'];

function Bars({ layer, stacked }: { layer: DrawnLayer; stacked: boolean }) {
    const { bar, spots } = layer;
    if (!bar) return null;
    const path = spots.map((spot) => (spot ? barPath(spot.x + bar.offset, bar.width, spot.base, spot.y, stacked ? 0 : 3) : '')).join('');
    return <path d={path} fill={colorOf(layer.series, layer.index)} />;
}

function Line({ layer, runs }: { layer: DrawnLayer; runs: Spot[][] }) {
    const color = colorOf(layer.series, layer.index);
    return (
        <>
            <path d={runs.map(linePath).join('')} stroke={color} className={layer.series.muted ? styles.muted : styles.line} />
            {/* A value between two gaps has no line, so it gets a dot. */}
            {runs.map((run) => run.length === 1 && run[0] && <circle key={run[0].x} cx={run[0].x} cy={run[0].y} r={layer.series.muted ? 2 : 3} fill={color} />)}
        </>
    );
}

// The fill is stronger far from 0, so that the line stands out and the grid stays visible.
function Surface({ layer, runs, layout, stacked }: { layer: DrawnLayer; runs: Spot[][]; layout: Layout; stacked: boolean }) {
    const id = useId();
    const color = colorOf(layer.series, layer.index);
    const path = runs.map(areaPath).join('');
    if (stacked) return <path d={path} fill={color} fillOpacity={0.35} />;
    const { frame, zero } = layout;
    const middle = (zero - frame.top) / (frame.bottom - frame.top);
    return (
        <>
            <linearGradient id={id} gradientUnits="userSpaceOnUse" x1={0} x2={0} y1={frame.top} y2={frame.bottom}>
                <stop offset={0} stopColor={color} stopOpacity={0.2} />
                <stop offset={middle} stopColor={color} stopOpacity={0.03} />
                <stop offset={1} stopColor={color} stopOpacity={middle < 1 ? 0.2 : 0.03} />
            </linearGradient>
            <path d={path} fill={`url(#${id})`} />
        </>
    );
}

function Mark({ layer, layout, kind, stacked }: { layer: DrawnLayer; layout: Layout; kind: Kind; stacked: boolean }) {
    if (layer.bar) return <Bars layer={layer} stacked={stacked} />;
    const runs = runsOf(layer.spots);
    return (
        <>
            {kind !== 'line' && !layer.series.muted && <Surface layer={layer} runs={runs} layout={layout} stacked={stacked} />}
            <Line layer={layer} runs={runs} />
        </>
    );
}

// Does not change while a pointer moves over it. Muted lines are below other lines and above bars.
export const Marks = memo(function Marks({ layout, kind, stacked }: { layout: Layout; kind: Kind; stacked: boolean }) {
    const quietFirst = [...layout.layers].sort((one, other) => Number(other.series.muted ?? false) - Number(one.series.muted ?? false));
    return (
        <g className={styles.marks}>
            {(kind === 'bar' ? layout.layers : quietFirst).map((layer) => (
                <Mark key={layer.series.key} layer={layer} layout={layout} kind={kind} stacked={stacked} />
            ))}
        </g>
    );
});
