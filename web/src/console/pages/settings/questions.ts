import { api, take } from '@/api/client';
import { queries } from '@/api/queries';
import type { Questions } from '@/routing';
import { pagedQuery } from '@/ui/pager';
import { actorQueries } from '../../actors';
import { firstAffiliates } from '../../affiliateNames';

interface AuditSearch {
    action?: string;
    subject?: string;
    actor?: string;
    cursor?: string;
}

export const auditLog = ({ action, subject, actor, cursor: at }: AuditSearch) => ({
    queryKey: ['audit-log', { action, subject, actor }],
    read: (cursor: string | undefined) => take(api.GET('/audit-log', { params: { query: { limit: 50, cursor, action, subject, actor } } })),
    cursor: at,
});

// The entries, and the lists with the names of their subjects.
export const auditQuestions: Questions = ({ search, me }) => [
    pagedQuery(auditLog(search)),
    firstAffiliates,
    queries.brands,
    queries.deals,
    queries.campaigns,
    ...(me.user.role === 'admin' ? [actorQueries.users, actorQueries.keys] : []),
];

interface RefusedSearch {
    apiKeyId?: string;
    cursor?: string;
}

export const refusedRequests = ({ apiKeyId, cursor: at }: RefusedSearch) => ({
    queryKey: ['refused-requests', { apiKeyId }],
    read: (cursor: string | undefined) => take(api.GET('/refused-requests', { params: { query: { limit: 50, cursor, apiKeyId } } })),
    cursor: at,
});

export const integrationQuestions: Questions = ({ search, me }) => [
    pagedQuery(refusedRequests(search)),
    queries.brands,
    ...(me.user.role === 'admin' ? [actorQueries.keys] : []),
];
