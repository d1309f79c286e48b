import type { Schema } from '@/api/client';

type Version = Pick<Schema<'DealVersion'>, 'version' | 'effectiveFrom' | 'withdrawnAt'>;

export type Standing = 'inForce' | 'upcoming' | 'replaced' | 'withdrawn' | 'past';

// The status of a version today. If versions have the same first day, only the newest comes into force.
export function standingOf(version: Version, all: Version[], inForce: number | undefined, today: string): Standing {
    if (version.withdrawnAt !== null) return 'withdrawn';
    if (version.version === inForce) return 'inForce';
    if (version.effectiveFrom === null || version.effectiveFrom <= today) return 'past';
    const newer = all.some((other) => other.withdrawnAt === null && other.effectiveFrom === version.effectiveFrom && other.version > version.version);
    return newer ? 'replaced' : 'upcoming';
}
