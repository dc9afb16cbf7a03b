import type { AnyRoute } from '../http/route.js';
import { readingRoutes } from './reading/routes.js';
import { sendingRoutes } from './sending/routes.js';

export const messageRoutes: readonly AnyRoute[] = [...sendingRoutes, ...readingRoutes];
