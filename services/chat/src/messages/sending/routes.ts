import { once, type Repeatable } from '@services/kit/repeats';
import Type from 'typebox';
import { digestOf } from '../../http/digest.js';
import { missingVariable, rateLimited } from '../../http/errors.js';
import { alias, boolean, oneOf, optional, text } from '../../http/parameters.js';
import { type AnyRoute, defineRoute } from '../../http/route.js';
import { renderText } from '../../markdown/store.js';
import { isPlain } from './channel-message.js';
import { isChannelType } from './destination.js';
import { answerOf, type Outgoing } from './outgoing.js';
import { destination } from './parameters.js';
import { readContent, startsRead } from './rules.js';
import { send } from './send.js';
import { sendTogether } from './together.js';

export const sendingRoutes: AnyRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/messages',
    auth: 'user',
    summary: 'Sends a message to a channel or to people',
    creates: true,
    params: {
      type: oneOf(['direct', 'channel', 'stream', 'private']),
      to: destination(),
      content: text(),
      topic: optional(alias(text(), 'subject')),
      queue_id: optional(text({ min: 1, max: 200 })),
      local_id: optional(text({ min: 1, max: 200 })),
      read_by_sender: optional(boolean()),
    },
    returns: Type.Object({
      id: Type.Integer(),
      automatic_new_visibility_policy: Type.Optional(Type.Integer()),
    }),
    handler: async ({ app, user, params, clientName, write }) => {
      const limit = await app.limits.take(user.is_bot ? 'sendBot' : 'send', user.id);
      if (!limit.allowed) throw rateLimited(limit.resetMs);
      const toChannel = isChannelType(params.type);
      if (toChannel && params.topic === undefined) throw missingVariable('topic');
      if (params.queue_id !== undefined && params.local_id === undefined) throw missingVariable('local_id');
      const content = readContent(params.content, app.config.maxMessageLength);
      const rendered = await renderText(app.directory, app.db, user, content);
      const { queue_id: queueId, local_id: localId } = params;
      const echo = queueId === undefined || localId === undefined ? undefined : { queueId, localId };
      const outgoing: Omit<Outgoing, 'sender'> = {
        type: params.type,
        to: params.to,
        topic: toChannel ? params.topic : undefined,
        content,
        rendered,
        client: clientName,
        readBySender: startsRead(params.read_by_sender, clientName),
        echo,
      };
      if (echo !== undefined)
        return write(async (tx, sender) => {
          const message = { ...outgoing, sender };
          const sending = async () => answerOf(await send(app, tx, message));
          return (await once(tx, repeatOf(message, echo), tx.now, sending)).answer;
        });
      const joint =
        toChannel && isPlain(outgoing) ? { kind: sendTogether, request: { app, outgoing } } : undefined;
      return write(async (tx, sender) => answerOf(await send(app, tx, { ...outgoing, sender })), joint);
    },
  }),
];

/** A send with the same values is a repeat by the client, and not a second message. */
function repeatOf(
  { sender, type, to, topic, content }: Outgoing,
  echo: NonNullable<Outgoing['echo']>,
): Repeatable {
  const kind = isChannelType(type) ? 'channel' : 'direct';
  const digest = digestOf(kind, JSON.stringify(to), topic ?? '', content, echo.queueId, echo.localId);
  return { userId: sender.id, key: `send:${Buffer.from(digest).toString('base64url')}`, digest };
}
