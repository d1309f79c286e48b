import { createRoute } from '@tanstack/react-router';
import { page } from '@/routing';
import { shellRoute } from '../../shell';

export const dealRoute = createRoute({ getParentRoute: () => shellRoute, path: '/deal' });

page(dealRoute, () => import('./DealPage'));

export const dealRoutes = [dealRoute];
