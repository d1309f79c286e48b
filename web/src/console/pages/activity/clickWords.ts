import type { Schema } from '@/api/client';

type Reason = NonNullable<Schema<'Click'>['uncountedReason']>;

export const uncountedWords: Record<Reason, string> = {
    head: 'HEAD request, which browsers do not send for a click',
    prefetch: 'Prefetch: the browser loaded the page without a click',
    bot: 'Bot, by its user agent',
    inactiveLink: 'The link was inactive',
    affiliateNotApproved: 'The affiliate was not approved',
};
