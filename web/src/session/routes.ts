import { createRoute, createRouter } from '@tanstack/react-router';
import { createRoot, createShell, page, type RootRoute } from '@/routing';
import { optional, read } from '@/ui/useSearchState';

// The pages that are shown without a login. Console and portal have them under the same paths.
export function createEntryRoutes(root: RootRoute) {
    const login = createRoute({ getParentRoute: () => root, path: '/login', validateSearch: optional((search) => ({ next: read.text(search.next) })) });
    const invite = createRoute({ getParentRoute: () => root, path: '/invite', validateSearch: optional((search) => ({ token: read.text(search.token) })) });
    const forgotten = createRoute({ getParentRoute: () => root, path: '/forgotten' });
    const reset = createRoute({ getParentRoute: () => root, path: '/reset', validateSearch: optional((search) => ({ token: read.text(search.token) })) });
    const unsubscribe = createRoute({ getParentRoute: () => root, path: '/unsubscribe', validateSearch: optional((search) => ({ token: read.text(search.token) })) });
    const confirmAddress = createRoute({ getParentRoute: () => root, path: '/confirm-address', validateSearch: optional((search) => ({ token: read.text(search.token) })) });
    page(login, () => import('./LoginPage'));
    page(invite, () => import('./InvitePage'));
    page(forgotten, () => import('./ForgottenPage'));
    page(reset, () => import('./ResetPage'));
    page(unsubscribe, () => import('./UnsubscribePage'));
    page(confirmAddress, () => import('./ConfirmAddressPage'));
    return [login, invite, forgotten, reset, unsubscribe, confirmAddress];
}

// Never called. Its type lists the paths that both applications have, which is what shared code may link to.
export function sharedRouter() {
    const root = createRoot();
    const shell = createShell(root, () => null);
    const home = createRoute({ getParentRoute: () => shell, path: '/' });
    const profile = createRoute({ getParentRoute: () => shell, path: '/profile' });
    return createRouter({ routeTree: root.addChildren([...createEntryRoutes(root), shell.addChildren([home, profile])]) });
}
