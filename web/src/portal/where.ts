// The filters of a report from the URL: one value per group key.
export function whereOf(value: unknown): Record<string, string> | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const entries = Object.entries(value).map(([key, one]): [string, unknown] => [key, typeof one === 'number' ? String(one) : one]);
    const kept = entries.filter((one): one is [string, string] => typeof one[1] === 'string');
    return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
