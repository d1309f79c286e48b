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
