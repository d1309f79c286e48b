import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createContext, useContext, type ReactNode } from 'react';
import { ApiError, call } from '@/api/client';
import { FormatProvider } from '@/format/useFormat';
import { useNavigate } from './link';

export type Role = 'admin' | 'manager' | 'viewer' | 'affiliate';

export interface Branding {
    name: string | null;
    logoUrl: string | null;
    primaryColor: string | null;
}

export interface Me {
    user: { id: string; email: string; role: Role; affiliateId: string | null; totpEnabled: boolean; recoveryCodesLeft: number };
    operator: { id: string; name: string; timeZone: string; baseCurrency: string; portal: Branding | null };
}

// Nobody is an answer as well: null, where the server says 401.
export const meQuery = queryOptions({
    queryKey: ['me'],
    queryFn: async (): Promise<Me | null> => {
        try {
            return await call<Me>('GET', '/auth/me');
        } catch (error) {
            if (error instanceof ApiError && error.status === 401) return null;
            throw error;
        }
    },
    staleTime: 60_000,
});

export const auth = {
    login: (body: { email: string; password: string; totp?: string }) => call<Me>('POST', '/auth/login', body),
    logout: () => call<void>('POST', '/auth/logout'),
    changePassword: (body: { currentPassword: string; newPassword: string }) => call<void>('POST', '/auth/password', body),
    enableTotp: (body: { password: string }) => call<{ secret: string; otpauthUrl: string }>('POST', '/auth/totp/enable', body),
    confirmTotp: (body: { totp: string }) => call<{ recoveryCodes: string[] }>('POST', '/auth/totp/confirm', body),
    disableTotp: (body: { password: string }) => call<void>('POST', '/auth/totp/disable', body),
    readInvite: (token: string) =>
        call<{ email: string; role: Role; operator: { name: string; portal: Branding | null } }>('POST', '/auth/invite', { token }),
    acceptInvite: (body: { token: string; password: string }) => call<Me>('POST', '/auth/accept-invite', body),
};

const SessionContext = createContext<Me | null>(null);

// Whoever is logged in. Only beneath SessionGate, so there always is somebody.
export function useSession(): Me {
    const me = useContext(SessionContext);
    if (!me) throw new Error('useSession is used outside of SessionGate');
    return me;
}

// What the role may do, for hiding what the server would refuse.
export function usePermissions() {
    const { role } = useSession().user;
    const admin = role === 'admin';
    return { admin, write: admin || role === 'manager', pay: admin, manageUsers: admin, manageKeys: admin };
}

// Shows its children to whoever is logged in and hands everyone else to `otherwise`. Times and money beneath it are
// written as the operator has them.
export function SessionGate({ children, otherwise }: { children: ReactNode; otherwise: ReactNode }) {
    const { data: me } = useSuspenseQuery(meQuery);
    if (!me) return otherwise;
    return (
        <SessionContext value={me}>
            <FormatProvider timeZone={me.operator.timeZone} baseCurrency={me.operator.baseCurrency}>
                {children}
            </FormatProvider>
        </SessionContext>
    );
}

// After a login or an accepted invitation: what somebody else may have seen before is forgotten.
export function useEnter() {
    const client = useQueryClient();
    return (me: Me) => {
        client.clear();
        client.setQueryData(meQuery.queryKey, me);
    };
}

export function useLogout() {
    const client = useQueryClient();
    const navigate = useNavigate();
    return async () => {
        await auth.logout();
        client.setQueryData(meQuery.queryKey, null);
        await navigate({ to: '/login' });
        client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'me' });
    };
}
