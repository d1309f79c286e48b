import { labelsOf, type Label } from './labels';
import { layersOf, rangeOf, type Layer } from './layers';
import type { Spot } from './paths';
import type { ChartProps } from './props';
import { linear, niceTicks, placesOf, type Scale } from './scale';

export interface Frame {
    left: number;
    right: number;
    top: number;
    bottom: number;
}

export interface BarPlace {
    // From the middle of the point to the bar's left edge.
    offset: number;
    width: number;
}

export interface DrawnLayer extends Layer {
    spots: (Spot | null)[];
    // Only for bars.
    bar: BarPlace | null;
}

// The parts of a chart that depend on its numbers and its size, but not on the pointer.
export interface Layout {
    width: number;
    height: number;
    frame: Frame;
    ticks: { value: number; text: string; y: number }[];
    labels: Label[];
    at: number[];
    band: number;
    zero: number;
    // The index of the point that is not over yet, or -1.
    unfinished: number;
    layers: DrawnLayer[];
}

const space = { top: 10, right: 10, below: 28, besideTicks: 10 };
const pixelsPerTick = 50;
const barMax = 36;
const barShare = 0.7;

// The bars of a point share its band, side by side unless they are stacked.
function barsOf(layers: Layer[], chart: ChartProps, band: number): (layer: Layer) => BarPlace | null {
    if (chart.kind !== 'bar') return () => null;
    const bars = layers.filter(({ series }) => !series.muted);
    const columns = chart.stacked ? 1 : Math.max(bars.length, 1);
    const width = Math.max(Math.min((band * barShare) / columns, barMax), 1);
    return (layer) => {
        const column = chart.stacked ? 0 : bars.indexOf(layer);
        return layer.series.muted ? null : { width, offset: (column - columns / 2) * width };
    };
}

const spotsOf = (layer: Layer, at: number[], y: Scale): (Spot | null)[] =>
    layer.stretches.map((one, index) => (one ? { x: at[index] ?? 0, y: y(one.value), base: y(one.base) } : null));

function ticksOf(chart: ChartProps, layers: Layer[], frameHeight: number) {
    const first = chart.series[0];
    const write = first?.formatShort ?? first?.format ?? String;
    const { low, high } = rangeOf(layers);
    const found = niceTicks(low, high, Math.min(Math.max(Math.round(frameHeight / pixelsPerTick), 2), 6), write);
    return { ...found, write };
}

export function layoutOf(chart: ChartProps, width: number, height: number, textWidth: (text: string) => number): Layout {
    const layers = layersOf(chart);
    const ticks = ticksOf(chart, layers, height - space.top - space.below);
    const words = ticks.values.map(ticks.write);
    const frame = {
        left: Math.ceil(Math.max(0, ...words.map(textWidth))) + space.besideTicks,
        right: width - space.right,
        top: space.top,
        bottom: height - space.below,
    };
    const y = linear(ticks.low, ticks.high, frame.bottom, frame.top);
    const { at, band } = placesOf(chart.data.length, frame.left, frame.right, chart.kind === 'bar');
    const barOf = barsOf(layers, chart, band);
    const texts = chart.data.map(({ x }) => chart.formatX(x));
    return {
        width,
        height,
        frame,
        at,
        band,
        zero: y(0),
        unfinished: chart.data.findIndex(({ x }) => x === chart.unfinished),
        ticks: ticks.values.map((value, index) => ({ value, text: words[index] ?? '', y: y(value) })),
        labels: labelsOf(texts, { at, band, left: 0, right: width, width: textWidth }, chart.kind === 'bar'),
        layers: layers.map((layer) => ({ ...layer, spots: spotsOf(layer, at, y), bar: barOf(layer) })),
    };
}
