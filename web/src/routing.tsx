import type { FetchInfiniteQueryOptions, FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { createRootRoute, createRoute, lazyRouteComponent, Outlet, type AnyRoute, type ErrorComponentProps, type LoaderFnContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { todayIn } from '@/format/period';
import { lacksSecondFactor, meQuery, type Me } from '@/session/session';
import { CrashState, LoadingState, NotFoundState } from '@/ui/states';

// What a page is opened with: its URL, the session, and today's date in the operator's time zone.
export interface Visit {
    search: Record<string, unknown>;
    params: Record<string, string>;
    me: Me;
    today: string;
    // Runs a query whose result is needed for the other queries.
    answerTo: <Data, Key extends QueryKey>(question: FetchQueryOptions<Data, Error, Data, Key>) => Promise<Data>;
}

// The first queries of a page, with the same options as in its components.
export type Questions = (visit: Visit) => object[] | Promise<object[]>;

interface RouterContext {
    client: QueryClient;
}

// How long a page waits for its data, in milliseconds. After that it is drawn with placeholders.
const patience = 150;

// A list that is read in parts has its own form in the cache.
function prefetch(client: QueryClient, question: object): Promise<void> {
    if ('initialPageParam' in question) return client.prefetchInfiniteQuery(question as FetchInfiniteQueryOptions);
    return client.prefetchQuery(question as FetchQueryOptions);
}

// Starts the first queries of a page while its code loads. The page then finds the results in the cache.
async function ask(questions: Questions, { context, location, params, cause, route }: LoaderFnContext): Promise<void> {
    const { client } = context as unknown as RouterContext;
    const me = cause === 'stay' ? null : await client.ensureQueryData(meQuery).catch(() => null);
    if (!me || lacksSecondFactor(me)) return;
    const search = (route as AnyRoute).options.validateSearch as ((given: object) => Visit['search']) | undefined;
    const visit: Visit = {
        search: search?.(location.search) ?? {},
        params: params as Visit['params'],
        me,
        today: todayIn(me.operator.timeZone),
        answerTo: (question) => client.fetchQuery(question),
    };
    const askAll = async () => Promise.all((await questions(visit)).map((question) => prefetch(client, question)));
    // A failure is ignored here. It occurs again in the page, which shows it.
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

// The options of both routers.
export const routerOptions = {
    // A page loads while the pointer is on a link to it.
    defaultPreload: 'intent',
    defaultPreloadDelay: 40,
    scrollRestoration: true,
    // Later than the patience of a page with its data: otherwise a page that has just got them shows this first. By default
    // the router then shows it for half a second.
    defaultPendingMs: 2 * patience,
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <LoadingState />,
    defaultErrorComponent: ({ error }: ErrorComponentProps) => <CrashState error={error} />,
    defaultNotFoundComponent: NotFoundState,
} as const;

// The path within the application, without its base.
export function withinBase(pathname: string, basepath: string): string {
    const base = basepath.replace(/\/$/, '');
    const rest = pathname.startsWith(base) ? pathname.slice(base.length) : pathname;
    return rest === '' ? '/' : rest.length > 1 ? rest.replace(/\/$/, '') : rest;
}
