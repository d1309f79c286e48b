import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, take } from '@/api/client';
import { readAll } from '@/api/queries';
import { usePermissions, useSession } from '@/session/session';

const plain: Record<string, string> = { commandLine: 'Command line', setup: 'First set-up', demo: 'Demo', system: 'Fairlead', service: 'Fairlead', anonymous: 'Somebody' };

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

export type NameOfActor = (actor: string | null | undefined, name?: string | null) => string;

// Names the author of a change, such as "user/<id>". `name` is the name that the API returns with the author. Admins, who
// may read the list of users, see the e-mail address instead.
export function useActorNames(): NameOfActor {
    const { admin } = usePermissions();
    const { user } = useSession();
    const users = useQuery({ ...actorQueries.users, enabled: admin });
    const keys = useQuery({ ...actorQueries.keys, enabled: admin });
    return (actor, name) => {
        if (!actor) return '–';
        const [kind = '', id = ''] = actor.split('/');
        if (kind === 'user') return id === user.id ? user.email : (users.data?.find((one) => one.id === id)?.email ?? name ?? 'A user');
        if (kind === 'apiKey') {
            const known = keys.data?.find((one) => one.id === id)?.name ?? name;
            return known ? `API key “${known}”` : 'An API key';
        }
        return plain[actor] ?? actor;
    };
}
