import { createRoute } from '@tanstack/react-router';
import { page } from '@/routing';
import { rootRoute } from '../../shell';

// The set-up of a new service. Its token is in the fragment of the URL, which a browser never sends.
export const setupRoute = createRoute({ getParentRoute: () => rootRoute, path: '/setup' });

page(setupRoute, () => import('./SetupPage'));

export const setupRoutes = [setupRoute];
