import { parse } from '@/deals/decimal';
import type { Simulation } from './useSimulation';

// Parts of the answer of a simulation, in the order in which the page shows them.

export type Figures = NonNullable<Simulation['total']>;
export type AffiliateFigures = NonNullable<Simulation['affiliates']>[number];
type Side = Record<string, string>;

const lineNames: Record<string, string> = {
    cpa: 'CPA',
    revShare: 'RevShare',
    turnover: 'Turnover',
    cpl: 'CPL',
    fixedMonthly: 'Fixed monthly fee',
    subAffiliate: 'Sub-affiliate share',
    carryOver: 'Carried over',
    waiver: 'Waived',
    adjustment: 'Adjustments',
    balance: 'Balance of earlier periods',
};
const sums = ['commission', 'payable', 'profit'];

const exact = (text: string | undefined): bigint => parse(text) ?? 0n;

export interface ComparedLine {
    name: string;
    actual: string;
    simulated: string;
}

// The lines of statements that are not zero on both sides. A type of line that the page does not know has its own name.
export function linesOf({ actual, simulated }: Pick<Figures, 'actual' | 'simulated'>): ComparedLine[] {
    const [one, other] = [actual as Side, simulated as Side];
    const known = Object.keys(lineNames);
    const names = [...known, ...Object.keys(other).filter((name) => !known.includes(name) && !sums.includes(name))];
    return names.map((name) => ({ name: lineNames[name] ?? name, actual: one[name] ?? '0', simulated: other[name] ?? '0' })).filter((line) => exact(line.actual) !== 0n || exact(line.simulated) !== 0n);
}

// The change of commission as a ratio, or null if nothing was paid.
export function changeOf({ actual, difference }: Figures): number | null {
    const paid = Number(actual.commission);
    return paid === 0 ? null : Number(difference) / Math.abs(paid);
}

export const isEmpty = (simulation: Simulation): boolean => (simulation.affiliates ?? []).length === 0;

const sortValues: Record<string, (row: AffiliateFigures) => number> = {
    ngr: (row) => Number(row.total.ngr),
    actual: (row) => Number(row.total.actual.commission),
    simulated: (row) => Number(row.total.simulated.commission),
    difference: (row) => Number(row.total.difference),
    profit: (row) => Number(row.total.simulated.profit),
};

// `sort` is a name with a minus in front for descending order. Differences are sorted by size, whatever their sign.
export function sorted(rows: AffiliateFigures[], sort: string): AffiliateFigures[] {
    const down = sort.startsWith('-');
    const name = down ? sort.slice(1) : sort;
    const valueOf = sortValues[name];
    const compare = (a: AffiliateFigures, b: AffiliateFigures): number => {
        if (!valueOf) return b.name.localeCompare(a.name);
        const [x, y] = name === 'difference' ? [Math.abs(valueOf(a)), Math.abs(valueOf(b))] : [valueOf(a), valueOf(b)];
        return x - y;
    };
    return [...rows].sort((a, b) => (down ? compare(b, a) : compare(a, b)) || a.name.localeCompare(b.name));
}
