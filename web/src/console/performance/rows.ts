import type { Schema } from '@/api/client';

type Report = Schema<'Report'>;

const onlyValue = (row: Report['rows'][number]): string => Object.values(row.groupKeys)[0] ?? '';

// The rows of a report by their names: the value of its one group key, or whatever `nameOf` makes of several. A name that
// two rows share (two affiliates of one name) is null, because nobody could tell whose numbers they are.
export function rowsByValue(report: Report | undefined, nameOf = onlyValue): Map<string, Record<string, number> | null> {
    const found = new Map<string, Record<string, number> | null>();
    for (const row of report?.rows ?? []) {
        const name = nameOf(row);
        found.set(name, found.has(name) ? null : row.metrics);
    }
    return found;
}
