import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { readAll } from '@/api/queries';
import type { Questions } from '@/routing';
import { firstAffiliates } from '../../affiliateNames';
import type { Status } from './words';

interface Filters {
    period?: string;
    affiliateId?: string;
    currency?: string;
}

const tiles: Status[] = ['open', 'closed', 'approved', 'onHold', 'paid'];

// The statuses with a tile. Paid statements have one only for one period or one affiliate, because adding up all paid
// statements would take too long.
export const tilesOf = (filters: Filters): Status[] => tiles.filter((status) => status !== 'paid' || filters.period || filters.affiliateId);

const readStatements = (filters: Filters, status: Status | undefined) => () =>
    readAll((cursor) => take(api.GET('/statements', { params: { query: { limit: 200, cursor, status, ...filters } } })));

export const totalsQuery = (filters: Filters, status: Status) =>
    queryOptions({ queryKey: ['statements', 'totals', status, filters], queryFn: readStatements(filters, status) });

export const listQuery = (filters: Filters, status: Status | undefined) =>
    queryOptions({ queryKey: ['statements', 'list', { ...filters, status }], queryFn: readStatements(filters, status), placeholderData: keepPreviousData });

export const explanationQuery = (accrualId: string) =>
    queryOptions({
        queryKey: ['accruals', accrualId, 'explain'],
        queryFn: () => take(api.GET('/accruals/{id}/explain', { params: { path: { id: accrualId } } })),
        staleTime: 60_000,
    });

export const statementsQuestions: Questions = ({ search }) => {
    const { period, affiliateId, currency, status } = search as Filters & { status?: Status };
    const filters = { period, affiliateId, currency };
    return [listQuery(filters, status), ...tilesOf(filters).map((one) => totalsQuery(filters, one)), firstAffiliates];
};
