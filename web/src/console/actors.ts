import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { readAll } from '@/api/queries';
import { usePermissions, useSession } from '@/session/session';

const plain: Record<string, string> = { commandLine: 'Command line', setup: 'First set-up', demo: 'Demo', system: 'Fairlead', anonymous: 'Somebody' };

export const actorQueries = {
    users: queryOptions({
        queryKey: ['users', 'all'],
        queryFn: () => readAll((cursor) => take(api.GET('/users', { params: { query: { limit: 200, cursor } } }))),
        staleTime: 60_000,
    }),
    keys: queryOptions({
        queryKey: ['api-keys', 'all'],
        queryFn: () => readAll((cursor) => take(api.GET('/api-keys', { params: { query: { limit: 200, cursor } } }))),
        staleTime: 60_000,
    }),
};

// Names the author of a change: "user/<id>" becomes an email address, "apiKey/<id>" the name of the key. Only admins may
// read both lists. Other users see only the kind of author.
export function useActorNames(): (actor: string | null | undefined) => string {
    const { admin } = usePermissions();
    const { user } = useSession();
    const users = useQuery({ ...actorQueries.users, enabled: admin });
    const keys = useQuery({ ...actorQueries.keys, enabled: admin });
    return (actor) => {
        if (!actor) return '–';
        const [kind = '', id = ''] = actor.split('/');
        if (kind === 'user') return id === user.id ? user.email : (users.data?.find((one) => one.id === id)?.email ?? 'A user');
        if (kind === 'apiKey') {
            const key = keys.data?.find((one) => one.id === id);
            return key ? `API key “${key.name}”` : 'An API key';
        }
        return plain[actor] ?? actor;
    };
}
