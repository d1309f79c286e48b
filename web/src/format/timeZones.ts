// All time zones that the browser knows, and the current one if it is not among them.
export function timeZones(current: string): string[] {
    const known = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
    return [...new Set(['UTC', current, ...known])].sort();
}
