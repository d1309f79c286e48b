import type { Schema } from '@/api/client';

type Reason = NonNullable<Schema<'Click'>['uncountedReason']>;

export const uncountedWords: Record<Reason, string> = {
    head: 'Only the headers were asked for, which no visitor does',
    prefetch: 'The browser fetched the page ahead of a click',
    bot: 'A bot, by its user agent',
    inactiveLink: 'The link was inactive',
    affiliateNotApproved: 'The affiliate was not approved',
};
