import type { Schema } from '@/api/client';

type Report = Schema<'Report'>;

const onlyValue = (row: Report['rows'][number]): string => Object.values(row.groupKeys)[0] ?? '';

// The rows of a report by name: the value of its only group key, or the result of `nameOf` for several. A name that two
// rows share (two affiliates with the same name) gives null, because the numbers cannot be told apart.
export function rowsByValue(report: Report | undefined, nameOf = onlyValue): Map<string, Record<string, number> | null> {
    const found = new Map<string, Record<string, number> | null>();
    for (const row of report?.rows ?? []) {
        const name = nameOf(row);
        found.set(name, found.has(name) ? null : row.metrics);
    }
    return found;
}
