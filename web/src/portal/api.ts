import { queryOptions } from '@tanstack/react-query';
import { api, call, take, type Schema } from '@/api/client';
import { readAll } from '@/api/queries';
import type { DateSpan } from '@/format/period';
import type { Terms } from '@/deals/terms';

// The part of the API for the portal. It returns only the affiliate's own data.

type WithTerms<Version> = Omit<Version, 'terms'> & { terms: Terms };
type PlainDeal = Schema<'PortalDeal'>;
export type DealVersion = WithTerms<PlainDeal['upcoming'][number]>;
export type Deal = Omit<WithTerms<PlainDeal>, 'upcoming'> & { upcoming: DealVersion[] };
export type PortalMe = Omit<Schema<'PortalMe'>, 'deals' | 'startingDeals'> & { deals: Deal[]; startingDeals: Deal[] };
export type Summary = Schema<'PortalSummary'>;
export type Link = Schema<'PortalLink'>;
export type LinkChange = Schema<'PortalLinkChange'>;
export type Creative = Schema<'PortalCreative'>;
export type Campaign = Schema<'PortalCampaign'>;
export type MarketingSource = Schema<'PortalMarketingSource'>;
export type Dimensions = Schema<'PortalReportDimensions'>;
export type Metric = Dimensions['metrics'][number];
export type MetricName = Schema<'PortalMetricName'>;
export type GroupKeyName = Schema<'PortalGroupKeyName'>;
export type Report = Schema<'Report'>;
export type ReportRow = Report['rows'][number];
export type Statement = Schema<'PortalStatement'>;
export type StatementLine = Schema<'PortalStatementLine'>;
export type Accrual = Schema<'PortalAccrual'>;
export type Player = Schema<'PortalPlayer'>;
export type Explanation = Schema<'PortalExplanation'>;
export type ChangeQuery = Schema<'ChangeQuery'>;
export type ChangeExplanation = Schema<'ChangeExplanation'>;
export type ChangePart = Schema<'ChangePart'>;

export interface ReportQuery extends DateSpan {
    groupKeys: GroupKeyName[];
    metrics: MetricName[];
    filters?: Partial<Record<GroupKeyName, string[]>>;
    sort?: string | string[];
    limit?: number;
}

const limit = 200;
const id = (value: string) => ({ path: { id: value } });

// Keys begin with the resource. A change of a link invalidates ['links'].
export const queries = {
    me: queryOptions({ queryKey: ['portal', 'me'], queryFn: async () => (await take(api.GET('/portal/me'))) as PortalMe, staleTime: 60_000 }),
    summary: (span: DateSpan) =>
        queryOptions({ queryKey: ['portal', 'summary', span], queryFn: () => take(api.GET('/portal/summary', { params: { query: { ...span } } })) }),
    link: (linkId: string) => queryOptions({ queryKey: ['links', linkId], queryFn: () => take(api.GET('/portal/links/{id}', { params: id(linkId) })) }),
    allLinks: queryOptions({
        queryKey: ['links', 'all'],
        queryFn: () => readAll((cursor) => take(api.GET('/portal/links', { params: { query: { limit, cursor, status: 'active' } } }))),
        staleTime: 60_000,
    }),
    campaigns: queryOptions({
        queryKey: ['campaigns', 'all'],
        queryFn: () => readAll((cursor) => take(api.GET('/portal/campaigns', { params: { query: { limit, cursor } } }))),
        staleTime: 60_000,
    }),
    creatives: queryOptions({
        queryKey: ['creatives', 'all'],
        queryFn: () => readAll((cursor) => take(api.GET('/portal/creatives', { params: { query: { limit, cursor } } }))),
        staleTime: 60_000,
    }),
    sources: queryOptions({
        queryKey: ['marketing-sources', 'all'],
        queryFn: () => readAll((cursor) => take(api.GET('/portal/marketing-sources', { params: { query: { limit, cursor } } }))),
        staleTime: 60_000,
    }),
    embed: (creativeId: string, linkId: string) =>
        queryOptions({
            queryKey: ['creatives', creativeId, 'embed', linkId],
            queryFn: () => take(api.GET('/portal/creatives/{id}/embed', { params: { ...id(creativeId), query: { linkId } }, parseAs: 'text' })),
            staleTime: 60_000,
        }),
    dimensions: queryOptions({ queryKey: ['reports', 'dimensions'], queryFn: () => take(api.GET('/portal/reports/dimensions')), staleTime: Infinity }),
    report: (query: ReportQuery) =>
        queryOptions({ queryKey: ['reports', 'query', query], queryFn: () => call<Report>('POST', '/portal/reports/query', query) }),
    change: (query: ChangeQuery) =>
        queryOptions({ queryKey: ['reports', 'change', query], queryFn: () => take(api.POST('/portal/reports/explain-change', { body: query })), staleTime: 20_000 }),
    statement: (statementId: string) =>
        queryOptions({
            queryKey: ['statements', statementId],
            queryFn: async () => (await take(api.GET('/portal/statements/{id}', { params: id(statementId) }))) as Statement,
        }),
    explanation: (accrualId: string) =>
        queryOptions({
            queryKey: ['accruals', accrualId, 'explain'],
            queryFn: () => take(api.GET('/portal/accruals/{id}/explain', { params: id(accrualId) })),
            staleTime: 60_000,
        }),
    why: (playerId: string) =>
        queryOptions({
            queryKey: ['players', playerId, 'why'],
            queryFn: () => take(api.GET('/portal/players/{id}/why', { params: id(playerId) })),
        }),
    profile: queryOptions({ queryKey: ['portal', 'profile'], queryFn: () => take(api.GET('/portal/profile')) }),
};
