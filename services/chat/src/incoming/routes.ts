import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import { BOT_TYPE } from '../bots/rules.js';
import { sendAnswer } from '../http/envelope.js';
import { accountDeactivated, invalidJson, rateLimited, unauthorized } from '../http/errors.js';
import { parseJson } from '../http/json-text.js';
import { renderText } from '../markdown/store.js';
import { send } from '../messages/sending/send.js';
import type { Account } from '../users/account.js';

const DEFAULT_TOPIC = 'JSON';
/** Characters of the code fence around a payload, which count as part of the message. */
const FENCE_CHARACTERS = 20;

/**
 * Incoming webhooks: other programs post JSON, and a bot posts it to a channel, or to its owner if no channel is
 * named. Such programs can only be given a URL, so the URL has to contain the bot's key. Only keys of incoming-webhook
 * bots are accepted in URLs.
 */
export function incomingWebhooks(fastify: FastifyInstance, app: App): void {
  fastify.post('/api/v1/external/json', async (request, reply) => {
    const query = new URLSearchParams((request.raw.url ?? '').split('?')[1] ?? '');
    const bot = await incomingBot(app, request, query.get('api_key') ?? '');
    for (const limit of ['user', 'sendBot'] as const) {
      const { allowed, resetMs } = await app.limits.take(limit, bot.id);
      if (!allowed) throw rateLimited(resetMs);
    }
    const body = request.body as { kind?: string; text?: string } | undefined;
    const payload = body?.kind === 'json' ? parseJson(body.text!) : undefined;
    if (payload === undefined) throw invalidJson();
    const content = shownPayload(payload, app.config.maxMessageLength);
    const stream = query.get('stream');
    const rendered = await renderText(app.directory, app.db, bot, content);
    await app.write(async (tx) => {
      const sender = await tx.directory.account(bot.id);
      if (!sender?.is_active) throw accountDeactivated();
      await send(app, tx, {
        sender,
        ...(stream === null
          ? { type: 'direct', to: [sender.bot_owner_id ?? sender.id] }
          : {
              type: 'channel',
              to: /^[0-9]{1,9}$/.test(stream) ? Number(stream) : stream,
              topic: query.get('topic') ?? DEFAULT_TOPIC,
            }),
        content,
        rendered,
        client: 'JSON',
        readBySender: false,
      });
    });
    return sendAnswer(reply, {}, []);
  });
}

async function incomingBot(app: App, request: FastifyRequest, key: string): Promise<Account> {
  const bot = await app.credentials.byKeyAlone(key);
  if (bot?.bot_type !== BOT_TYPE.incoming) {
    const { allowed, resetMs } = await app.limits.take('address', request.ip);
    throw allowed ? unauthorized() : rateLimited(resetMs);
  }
  if (!bot.is_active) throw accountDeactivated();
  return bot;
}

/** Returns the payload as a code block, shortened to fit into a message. */
function shownPayload(payload: unknown, maxLength: number): string {
  const text = [...JSON.stringify(payload, null, 2)];
  const room = maxLength - FENCE_CHARACTERS;
  const shown = text.length <= room ? text.join('') : `${text.slice(0, room - 1).join('')}…`;
  // Strings in JSON cannot contain line breaks, so no line of the payload can be the end of the code block.
  return `\`\`\`json\n${shown}\n\`\`\``;
}
