import type { Schema } from '@/api/client';

export type Schedule = Schema<'ReportSchedule'>;
export type Run = Schema<'ReportRun'>;

export const frequencies: { value: Schedule['frequency']; label: string; days: string }[] = [
    { value: 'daily', label: 'Daily', days: 'the day before' },
    { value: 'weekly', label: 'Weekly', days: 'the week before, from Monday' },
    { value: 'monthly', label: 'Monthly', days: 'the month before' },
];

export const hourLabel = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

// "Daily at 06:00 to 2 people", "Monthly at 06:00 to backend.example".
export function describeSchedule(schedule: Schedule): string {
    const often = frequencies.find(({ value }) => value === schedule.frequency)?.label ?? schedule.frequency;
    const count = schedule.recipients.length - schedule.unsubscribed.length;
    const to = schedule.url ? hostOf(schedule.url) : `${count} ${count === 1 ? 'person' : 'people'}`;
    return `${often} at ${hourLabel(schedule.hour)} to ${to}`;
}

// The recipients who have unsubscribed, by their addresses if these are known. Empty if nobody has.
export function describeUnsubscribed(schedule: Schedule, people: { id: string; email: string }[]): string {
    const count = schedule.unsubscribed.length;
    if (count === 0) return '';
    const known = people.filter(({ id }) => schedule.unsubscribed.includes(id)).map(({ email }) => email);
    const who = known.length === count ? known.join(', ') : `${count} ${count === 1 ? 'person' : 'people'}`;
    return `Unsubscribed: ${who}`;
}

// The rest of a URL may be a secret.
export function hostOf(url: string): string {
    return /^https?:\/\/([^/?#]+)/.exec(url)?.[1] ?? url;
}

// What became of a run: the status of its worst message.
export function resultOf(run: Run): 'failed' | 'paused' | 'waiting' | 'delivered' {
    if (run.error !== null || run.deliveries.length === 0) return 'failed';
    const worst = (['failed', 'paused', 'waiting'] as const).find((status) => run.deliveries.some((delivery) => delivery.status === status));
    return worst ?? 'delivered';
}
