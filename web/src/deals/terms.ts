import type { Schema } from '@/api/client';

// The terms of a deal, as the API accepts them: members with a default can be missing.

type ApiTerms = Schema<'Deal'>['terms'];
type ApiCpa = NonNullable<ApiTerms['cpa']>;
type ApiRevShare = NonNullable<ApiTerms['revShare']>;

export type Activity = 'newDepositors' | 'qualifiedPlayers' | 'activePlayers' | 'deposits';
export type Needs = Partial<Record<Exclude<Activity, 'deposits'>, number | null>> & { deposits?: string | null };

export interface Negative {
    policy?: 'carry' | 'waive';
    carryMonths?: number | null;
    carryBase?: boolean;
    onlyChargebacks?: boolean;
    highRoller?: { playerLoss: string; when?: 'affiliateNegative' | 'always' } | null;
}

export type Cpa = Partial<ApiCpa> & Pick<ApiCpa, 'amount'>;
// Members of members.ts are declared here, because the API may not have them yet.
export type RevShare = Partial<Omit<ApiRevShare, 'negative' | 'inactiveAfterMonths'>> & Pick<ApiRevShare, 'rate'> & { negative?: Negative | null; inactiveAfterMonths?: number | null };
export type RevShareTier = NonNullable<RevShare['tiers']>[number];
export type Turnover = NonNullable<ApiTerms['turnover']>;
export interface SubAffiliate {
    percentOfCommission?: string | null;
    levels?: string[] | null;
}
export type Terms = Omit<ApiTerms, 'cpa' | 'revShare' | 'subAffiliate'> & { cpa?: Cpa | null; revShare?: RevShare | null; subAffiliate?: SubAffiliate | null };

// Members of a deal beside its terms.
export interface DealRules {
    tierPool?: string | null;
    lateEvents?: 'currentMonth' | 'ownMonth';
}

// The percentages of parents, grandparents and so on. `percentOfCommission` is the short form of one level.
export const levelsOf = (share: SubAffiliate): string[] => (share.levels?.length ? share.levels : [share.percentOfCommission ?? '0']);
