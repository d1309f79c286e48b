import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createContext, lazy, useContext, type ReactNode } from 'react';
import { api, ApiError, call, take, type Schema } from '@/api/client';
import { FormatProvider } from '@/format/useFormat';
import { useNavigate } from './link';

export type Role = 'admin' | 'manager' | 'viewer' | 'affiliate' | 'finance';

export interface Branding {
    name: string | null;
    logoUrl: string | null;
    primaryColor: string | null;
}

export interface Me {
    user: { id: string; email: string; role: Role; affiliateId: string | null; totpEnabled: boolean; totpRequired: boolean; recoveryCodesLeft: number };
    operator: { id: string; name: string; timeZone: string; baseCurrency: string; portal: Branding | null };
}

// The person who may set a password with a link.
interface LinkUser {
    email: string;
    role: Role;
    operator: { name: string; portal: Branding | null };
}

// The current session, or null if the server answers 401.
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

// Which mails the user gets, and the user's e-mail address.
export const mailsQuery = queryOptions({ queryKey: ['mails'], queryFn: () => take(api.GET('/auth/mails')) });
export const addressQuery = queryOptions({ queryKey: ['address'], queryFn: () => take(api.GET('/auth/address')) });

export const auth = {
    login: (body: { email: string; password: string; totp?: string }) => call<Me>('POST', '/auth/login', body),
    logout: () => call<void>('POST', '/auth/logout'),
    changePassword: (body: { currentPassword: string; newPassword: string }) => call<void>('POST', '/auth/password', body),
    enableTotp: (body: { password: string }) => call<{ secret: string; otpauthUrl: string }>('POST', '/auth/totp/enable', body),
    confirmTotp: (body: { totp: string }) => call<{ recoveryCodes: string[] }>('POST', '/auth/totp/confirm', body),
    disableTotp: (body: { password: string }) => call<void>('POST', '/auth/totp/disable', body),
    readInvite: (token: string) => call<LinkUser>('POST', '/auth/invite', { token }),
    acceptInvite: (body: { token: string; password: string }) => call<Me>('POST', '/auth/accept-invite', body),
    requestReset: (body: { email: string }) => call<void>('POST', '/auth/forgotten-password', body),
    readReset: (token: string) => call<LinkUser>('POST', '/auth/reset', { token }),
    resetPassword: (body: { token: string; password: string }) => call<Me>('POST', '/auth/reset-password', body),
    chooseMails: (body: Schema<'WantedMails'>) => take(api.PATCH('/auth/mails', { body })),
    unsubscribe: (token: string) => take(api.POST('/auth/unsubscribe', { params: { query: { token } } })),
    requestAddress: (body: { email: string; password: string }) => take(api.POST('/auth/address', { body })),
    cancelAddress: () => call<void>('DELETE', '/auth/address'),
    confirmAddress: (token: string) => take(api.POST('/auth/confirm-address', { body: { token } })),
};

// Whether the user must set up two-factor authentication first. Until then the server refuses everything else.
export const lacksSecondFactor = ({ user }: Me): boolean => user.totpRequired && !user.totpEnabled;

const SecondFactorPage = lazy(() => import('./SecondFactorPage'));

const SessionContext = createContext<Me | null>(null);

// The current session. Use it only below SessionGate, where there always is one.
export function useSession(): Me {
    const me = useContext(SessionContext);
    if (!me) throw new Error('useSession is used outside of SessionGate');
    return me;
}

// What a role allows. Pages hide everything that the server would refuse.
export function permissionsOf(role: Role) {
    const admin = role === 'admin';
    const finance = role === 'finance';
    const write = admin || role === 'manager';
    // `books`: statements, adjustments, exchange rates and payment holds.
    return { admin, write, books: write || finance, pay: admin || finance, manageUsers: admin, manageKeys: admin };
}

export const usePermissions = () => permissionsOf(useSession().user.role);

// Shows its children with a session and `otherwise` without one. A user who must set up two-factor authentication sees only
// that. Times below it are in the operator's time zone, and money is in its base currency.
export function SessionGate({ children, otherwise }: { children: ReactNode; otherwise: ReactNode }) {
    const { data: me } = useSuspenseQuery(meQuery);
    if (!me) return otherwise;
    return (
        <SessionContext value={me}>
            <FormatProvider timeZone={me.operator.timeZone} baseCurrency={me.operator.baseCurrency}>
                {lacksSecondFactor(me) ? <SecondFactorPage /> : children}
            </FormatProvider>
        </SessionContext>
    );
}

// Starts a session after a log-in or an accepted invitation, and forgets the data of a previous user.
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
