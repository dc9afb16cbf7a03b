import Type from 'typebox';
import { rateLimited } from '../../http/errors.js';
import { integer, oneOf, optional, text } from '../../http/parameters.js';
import { type AnyRoute, defineRoute } from '../../http/route.js';
import { REPORT_REASONS, type ReportReason, reportMessage } from './report.js';

const MAX_DESCRIPTION = 1000;

export const reportRoutes: AnyRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/messages/:message_id/report',
    auth: 'user',
    creates: true,
    summary: 'Reports a message to the moderators',
    pathParams: { message_id: integer() },
    params: {
      report_type: oneOf(Object.keys(REPORT_REASONS) as ReportReason[]),
      description: optional(text({ max: MAX_DESCRIPTION }), ''),
    },
    returns: Type.Object({}),
    handler: async ({ app, user, path, params, write }) => {
      const limit = await app.limits.take(user.is_bot ? 'sendBot' : 'send', user.id);
      if (!limit.allowed) throw rateLimited(limit.resetMs);
      return write(async (tx, actor) => {
        const { report_type: reason, description } = params;
        await reportMessage(app, tx, actor, { messageId: path.message_id, reason, description });
        return {};
      });
    },
  }),
];
