import { eventRoutes } from './events/routes.js';
import type { AnyRoute } from './http/route.js';
import type { ExtraRoutes } from './http/server.js';

/** All routes below the API roots. */
export const ROUTES: readonly AnyRoute[] = [...eventRoutes];

/** Routes outside the API roots. */
export const EXTRA_ROUTES: readonly ExtraRoutes[] = [];
