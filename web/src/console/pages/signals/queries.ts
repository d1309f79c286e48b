import { queryOptions } from '@tanstack/react-query';
import { api, take, type Schema } from '@/api/client';
import { readAll } from '@/api/queries';

export type FraudSignal = Schema<'FraudSignal'>;
export type FraudRule = Schema<'FraudRule'>;
export type FraudRuleTrial = Schema<'FraudRuleTrial'>;

export const rulesQuery = queryOptions({
    queryKey: ['fraud-rules', 'all'],
    queryFn: () => readAll((cursor) => take(api.GET('/fraud-rules', { params: { query: { limit: 200, cursor } } }))),
});

// The newest open signals. More than this are not counted.
export const openSignalsMax = 200;
export const openSignalsQuery = queryOptions({
    queryKey: ['fraud-signals', 'open'],
    queryFn: () => take(api.GET('/fraud-signals', { params: { query: { limit: openSignalsMax, state: 'open' } } })),
});

// The open signals that keep the statements of an affiliate from being approved and paid.
export const holdingSignalsQuery = (affiliateId: string) =>
    queryOptions({
        queryKey: ['fraud-signals', 'holding', affiliateId],
        queryFn: () => take(api.GET('/fraud-signals', { params: { query: { limit: openSignalsMax, state: 'open', holds: true, affiliateId } } })),
    });
