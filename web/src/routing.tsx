import { createRootRoute, createRouter, lazyRouteComponent, Outlet, type AnyRoute } from '@tanstack/react-router';
import { CrashState, LoadingState, NotFoundState } from '@/ui/states';

// Gives a route its page, in a chunk of its own: the default export of a file. Apart from createRoute, because a page
// takes its types from its route and the two would go round in circles.
export function page(route: AnyRoute, load: () => Promise<{ default: () => React.ReactNode }>): AnyRoute {
    return route.update({ component: lazyRouteComponent(load as never) } as never) ?? route;
}

export function createRoot() {
    return createRootRoute({ component: Outlet, notFoundComponent: NotFoundState });
}

export function makeRouter(routeTree: AnyRoute, basepath: string) {
    return createRouter({
        routeTree,
        basepath,
        // Pages load while the pointer rests on their links.
        defaultPreload: 'intent',
        defaultPreloadDelay: 40,
        scrollRestoration: true,
        defaultPendingMs: 150,
        defaultPendingComponent: () => <LoadingState />,
        defaultErrorComponent: ({ error }) => <CrashState error={error} />,
        defaultNotFoundComponent: NotFoundState,
    });
}

// The address within the application, without its base.
export function withinBase(pathname: string, basepath: string): string {
    const base = basepath.replace(/\/$/, '');
    const rest = pathname.startsWith(base) ? pathname.slice(base.length) : pathname;
    return rest === '' ? '/' : rest.length > 1 ? rest.replace(/\/$/, '') : rest;
}
