import { memo, useId } from 'react';
import styles from './chart.module.css';
import type { DrawnLayer, Layout } from './layout';
import { areaPath, barPath, linePath, runsOf, type Spot } from './paths';
import { colorOf, type ChartProps } from './props';

type Kind = ChartProps['kind'];

interface MarkProps {
    layer: DrawnLayer;
    layout: Layout;
    stacked: boolean;
}

function Bars({ layer, layout, stacked }: MarkProps) {
    const { bar, spots } = layer;
    if (!bar) return null;
    const color = colorOf(layer.series, layer.index);
    const paths = spots.map((spot) => (spot ? barPath(spot.x + bar.offset, bar.width, spot.base, spot.y, stacked ? 0 : 3) : ''));
    const unfinished = paths[layout.unfinished];
    return (
        <>
            <path d={paths.filter((_, index) => index !== layout.unfinished).join('')} fill={color} />
            {unfinished && <path d={unfinished} fill={color} fillOpacity={0.25} stroke={color} className={styles.unfinishedBar} data-unfinished />}
        </>
    );
}

function Line({ layer, runs, layout }: { layer: DrawnLayer; runs: Spot[][]; layout: Layout }) {
    const color = colorOf(layer.series, layer.index);
    const open = layer.series.muted ? null : layer.spots[layout.unfinished];
    const isOpen = (run: Spot[]) => open !== null && open !== undefined && run.at(-1) === open;
    const dashed = runs.filter(isOpen).map((run) => linePath(run, 'last')).join('');
    return (
        <>
            <path d={runs.map((run) => linePath(run, isOpen(run) ? 'withoutLast' : undefined)).join('')} stroke={color} className={layer.series.muted ? styles.muted : styles.line} />
            {dashed && <path d={dashed} stroke={color} className={styles.unfinished} data-unfinished />}
            {/* A value between two gaps has no line, so it gets a dot. */}
            {runs.map((run) => run.length === 1 && run[0] && <circle key={run[0].x} cx={run[0].x} cy={run[0].y} r={layer.series.muted ? 2 : 3} fill={color} />)}
        </>
    );
}

// The fill is stronger far from 0, so that the line stands out and the grid stays visible.
function Surface({ layer, runs, layout, stacked }: MarkProps & { runs: Spot[][] }) {
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

function Mark({ layer, layout, kind, stacked }: MarkProps & { kind: Kind }) {
    if (layer.bar) return <Bars layer={layer} layout={layout} stacked={stacked} />;
    const runs = runsOf(layer.spots);
    return (
        <>
            {kind !== 'line' && !layer.series.muted && <Surface layer={layer} runs={runs} layout={layout} stacked={stacked} />}
            <Line layer={layer} runs={runs} layout={layout} />
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
