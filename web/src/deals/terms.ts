import type { Schema } from '@/api/client';

export type Terms = Schema<'Deal'>['terms'];
export type Cpa = NonNullable<Terms['cpa']>;
export type RevShare = NonNullable<Terms['revShare']>;

// Terms as the API accepts them. Members with a default can be missing.
export type GivenCpa = Partial<Cpa> & Pick<Cpa, 'amount'>;
export type GivenRevShare = Partial<RevShare> & Pick<RevShare, 'rate'>;
export type GivenTerms = Omit<Terms, 'cpa' | 'revShare'> & { cpa?: GivenCpa | null; revShare?: GivenRevShare | null };
