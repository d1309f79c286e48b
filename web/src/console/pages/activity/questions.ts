import { api, take, type Page, type Schema } from '@/api/client';
import { queries } from '@/api/queries';
import type { Questions } from '@/routing';
import { pagedQuery } from '@/ui/pager';
import { firstAffiliates } from '../../affiliateNames';
import { drillValues, type DrillSearch } from '../../reporting/drill';
import { readFilled } from '../../reporting/filled';
import { firstLinks } from '../../reporting/linkNames';

// What the three lists are asked for: the parameters of their API, and what a number of a report was made of.
type Search = DrillSearch & Record<string, unknown>;

function listOf<Item>(path: '/events' | '/clicks' | '/accruals', { cursor, none }: Search, question: Record<string, unknown>) {
    const ask = (next: string | undefined) => take(api.GET(path, { params: { query: { limit: 50, cursor: next, ...question } as never } })) as unknown as Promise<Page<Item>>;
    return { queryKey: [path.slice(1), question, none], read: (at: string | undefined) => readFilled(ask, at), cursor: cursor as string | undefined };
}

export function eventList(search: Search) {
    const { type, metric, startDate, endDate, brandId, affiliateId, linkId, playerId, idempotencyKey, from, to } = search;
    const values = drillValues(search);
    return listOf<Schema<'StoredEvent'>>('/events', search, { ...values, eventType: type ?? values.eventType, metric, startDate, endDate, brandId, affiliateId, linkId, playerId, idempotencyKey, from, to });
}

export function clickList(search: Search) {
    const { metric, startDate, endDate, clickId, linkId, affiliateId, brandId, from, to } = search;
    const counted = search.counted && search.counted === 'yes';
    return listOf<Schema<'Click'>>('/clicks', search, { ...drillValues(search), metric, startDate, endDate, clickId, linkId, affiliateId, brandId, counted, from, to });
}

export function accrualList(search: Search) {
    const { metric, startDate, endDate, affiliateId, playerId, brandId, dealId, component, eventId, period, status, reason } = search;
    return listOf<Schema<'Accrual'>>('/accruals', search, { ...drillValues(search), metric, startDate, endDate, affiliateId, playerId, brandId, dealId, component, eventId, period, status, reason });
}

export const eventsQuestions: Questions = ({ search }) => [pagedQuery(eventList(search)), firstAffiliates, queries.brands];
export const clicksQuestions: Questions = ({ search }) => [pagedQuery(clickList(search)), firstLinks, firstAffiliates, queries.brands];
export const accrualsQuestions: Questions = ({ search }) => [pagedQuery(accrualList(search)), firstAffiliates, queries.deals];
