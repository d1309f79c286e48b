import { api, take, type Page } from '@/api/client';
import { queries } from '@/api/queries';
import type { paths } from '@/api/schema';
import type { Questions } from '@/routing';
import { pagedQuery } from '@/ui/pager';
import { firstAffiliates } from '../../affiliateNames';
import { drillValues, type DrillSearch } from '../../reporting/drill';
import { readFilled } from '../../reporting/filled';
import { firstLinks } from '../../reporting/linkNames';

// The search of the three lists: the parameters of their API, and the filters of an opened number.
type Search = DrillSearch & Record<string, unknown>;

type Query<Path extends '/events' | '/clicks' | '/accruals'> = NonNullable<paths[Path]['get']['parameters']['query']>;

function listOf<Question extends object, Item>(name: string, { cursor, none }: Search, question: Question, ask: (query: Question) => Promise<Page<Item>>) {
    const read = (at: string | undefined) => readFilled((next) => ask({ limit: 50, ...question, cursor: next }), at);
    return { queryKey: [name, question, none], read, cursor: cursor as string | undefined };
}

export function eventList(search: Search) {
    const { type, metric, startDate, endDate, brandId, affiliateId, linkId, playerId, idempotencyKey, from, to } = search;
    const values = drillValues(search);
    const question = { ...values, eventType: type ?? values.eventType, metric, startDate, endDate, brandId, affiliateId, linkId, playerId, idempotencyKey, from, to } as Query<'/events'>;
    return listOf('events', search, question, (query) => take(api.GET('/events', { params: { query } })));
}

export function clickList(search: Search) {
    const { metric, startDate, endDate, clickId, linkId, affiliateId, brandId, from, to } = search;
    const counted = search.counted && search.counted === 'yes';
    const question = { ...drillValues(search), metric, startDate, endDate, clickId, linkId, affiliateId, brandId, counted, from, to } as Query<'/clicks'>;
    return listOf('clicks', search, question, (query) => take(api.GET('/clicks', { params: { query } })));
}

export function accrualList(search: Search) {
    const { metric, startDate, endDate, affiliateId, playerId, brandId, dealId, component, eventId, period, status, reason } = search;
    const question = { ...drillValues(search), metric, startDate, endDate, affiliateId, playerId, brandId, dealId, component, eventId, period, status, reason } as Query<'/accruals'>;
    return listOf('accruals', search, question, (query) => take(api.GET('/accruals', { params: { query } })));
}

export const eventsQuestions: Questions = ({ search }) => [pagedQuery(eventList(search)), firstAffiliates, queries.brands];
export const clicksQuestions: Questions = ({ search }) => [pagedQuery(clickList(search)), firstLinks, firstAffiliates, queries.brands];
export const accrualsQuestions: Questions = ({ search }) => [pagedQuery(accrualList(search)), firstAffiliates, queries.deals];
