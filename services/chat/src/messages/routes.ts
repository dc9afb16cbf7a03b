import type { AnyRoute } from '../http/route.js';
import { editRoutes } from './edits/routes.js';
import { flagRoutes } from './flags/routes.js';
import { reactionRoutes } from './reactions/routes.js';
import { readingRoutes } from './reading/routes.js';
import { receiptRoutes } from './receipts/routes.js';
import { removalRoutes } from './removal/routes.js';
import { renderRoutes } from './render-route.js';
import { reportRoutes } from './reports/routes.js';
import { sendingRoutes } from './sending/routes.js';
import { submessageRoutes } from './submessages/routes.js';
import { typingRoutes } from './typing/routes.js';

export const messageRoutes: readonly AnyRoute[] = [
  ...sendingRoutes,
  ...readingRoutes,
  ...editRoutes,
  ...removalRoutes,
  ...flagRoutes,
  ...reactionRoutes,
  ...typingRoutes,
  ...renderRoutes,
  ...receiptRoutes,
  ...reportRoutes,
  ...submessageRoutes,
];
