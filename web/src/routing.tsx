import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { createRootRoute, createRoute, lazyRouteComponent, Outlet, type AnyRoute, type ErrorComponentProps, type LoaderFnContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { todayIn } from '@/format/period';
import { meQuery, type Me } from '@/session/session';
import { CrashState, LoadingState, NotFoundState } from '@/ui/states';

// What a page is asked for with: its address, who comes, and the day it is for the operator.
export interface Visit {
    search: Record<string, unknown>;
    params: Record<string, string>;
    me: Me;
    today: string;
    // For what has to be known before the rest can be asked.
    answerTo: <Data, Key extends QueryKey>(question: FetchQueryOptions<Data, Error, Data, Key>) => Promise<Data>;
}

// The queries that a page begins with, just as its components ask them.
export type Questions = (visit: Visit) => object[] | Promise<object[]>;

interface RouterContext {
    client: QueryClient;
}

// How long a page may wait for its data. It is drawn once where they come in time, and with placeholders where they do not.
const patience = 150;

// Asks all that a page begins with at once, beside the loading of its code; the page itself then finds the answers there.
async function ask(questions: Questions, { context, location, params, cause, route }: LoaderFnContext): Promise<void> {
    const { client } = context as unknown as RouterContext;
    const me = cause === 'stay' ? null : await client.ensureQueryData(meQuery).catch(() => null);
    if (!me) return;
    const search = (route as AnyRoute).options.validateSearch as ((given: object) => Visit['search']) | undefined;
    const visit: Visit = {
        search: search?.(location.search) ?? {},
        params: params as Visit['params'],
        me,
        today: todayIn(me.operator.timeZone),
        answerTo: (question) => client.fetchQuery(question),
    };
    const askAll = async () => Promise.all((await questions(visit)).map((question) => client.prefetchQuery(question as FetchQueryOptions)));
    // What fails here fails once more where the page asks for it, which knows what to say.
    await Promise.race([askAll().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, patience))]);
}

// Gives a route its page, in a chunk of its own: the default export of a file. This is not part of createRoute, because
// a page uses the types of its route and of all routes that it links to, and TypeScript rejects such a circle.
export function page(route: AnyRoute, load: () => Promise<{ default: () => ReactNode }>, questions?: Questions): void {
    route.update({ component: lazyRouteComponent(load) });
    if (questions) route.options.loader = (context: LoaderFnContext) => ask(questions, context);
}

export function createRoot() {
    return createRootRoute({ component: Outlet, notFoundComponent: NotFoundState });
}

// The parent of every page that needs a login, with the frame of its application.
export function createShell(root: RootRoute, component: () => ReactNode) {
    return createRoute({ getParentRoute: () => root, id: 'shell', component });
}

export type RootRoute = ReturnType<typeof createRoot>;

// What both routers have in common.
export const routerOptions = {
    // Pages load while the pointer rests on their links.
    defaultPreload: 'intent',
    defaultPreloadDelay: 40,
    scrollRestoration: true,
    defaultPendingMs: 150,
    defaultPendingComponent: () => <LoadingState />,
    defaultErrorComponent: ({ error }: ErrorComponentProps) => <CrashState error={error} />,
    defaultNotFoundComponent: NotFoundState,
} as const;

// The address within the application, without its base.
export function withinBase(pathname: string, basepath: string): string {
    const base = basepath.replace(/\/$/, '');
    const rest = pathname.startsWith(base) ? pathname.slice(base.length) : pathname;
    return rest === '' ? '/' : rest.length > 1 ? rest.replace(/\/$/, '') : rest;
}
