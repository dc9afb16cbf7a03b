import { randomText } from '@services/kit/clock';
import Type from 'typebox';
import { can, isAdministrator } from '../access/permissions.js';
import type { WriteTx } from '../db/writer.js';
import { ApiError, badRequest } from '../http/errors.js';
import { text } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { encodePicture } from '../pictures/encode.js';
import { onlyFile, takesPicture } from '../pictures/receive.js';
import { checkEmojiName } from './rules.js';
import { activeEmoji, deactivateEmoji, insertEmoji, realmEmoji } from './store.js';
import { unicodeEmoji, unicodeNames } from './table.js';

const pathParams = { emoji_name: text() };

async function tellEmoji(tx: WriteTx): Promise<void> {
  tx.emit({ type: 'realm_emoji', op: 'update', realm_emoji: await realmEmoji(tx) }, { users: 'everyone' });
}

export const emojiRoutes: AnyRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/emoji_names',
    auth: 'none',
    summary: 'The Unicode emoji that the service knows, with their names',
    params: {},
    returns: Type.Object({ code_to_names: Type.Record(Type.String(), Type.Array(Type.String())) }),
    handler: async () => ({
      code_to_names: Object.fromEntries(
        [...new Set(unicodeEmoji().values())].map((code) => [code, [...unicodeNames(code)]]),
      ),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/realm/emoji',
    auth: 'user',
    summary: 'The custom emoji of the organization, deactivated ones too',
    params: {},
    returns: Type.Object({
      emoji: Type.Record(
        Type.String(),
        Type.Object({
          id: Type.String(),
          name: Type.String(),
          source_url: Type.String(),
          still_url: Type.Union([Type.String(), Type.Null()]),
          deactivated: Type.Boolean(),
          author_id: Type.Integer(),
        }),
      ),
    }),
    handler: async ({ app }) => ({ emoji: await realmEmoji(app.db) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/realm/emoji/*emoji_name',
    auth: 'user',
    summary: 'Adds a custom emoji',
    pathParams,
    params: {},
    returns: Type.Object({}),
    ...takesPicture,
    handler: async ({ app, user, write, path, files }) => {
      const file = onlyFile(files);
      const name = path.emoji_name;
      const source = { directory: app.directory, now: app.clock.now() };
      // The name is checked before the picture is decoded, because decoding is expensive; the check is repeated inside
      // the change.
      if (!(await can(source, 'can_add_custom_emoji_group', user)))
        throw badRequest('Insufficient permission');
      checkEmojiName(name, isAdministrator(user));
      const picture = await encodePicture(file, { side: 64, fit: 'contain', moves: true });
      const newPath = () => `2/emoji/images/${randomText(app.random, 32)}`;
      const stored = `${newPath()}.${picture.extension}`;
      const still = picture.still === undefined ? null : `${newPath()}.png`;
      await app.files.write(`avatars/${stored}`, picture.bytes);
      if (still !== null) await app.files.write(`avatars/${still}`, picture.still!);
      try {
        return await write(async (tx, actor) => {
          if (!(await can(tx, 'can_add_custom_emoji_group', actor)))
            throw badRequest('Insufficient permission');
          checkEmojiName(name, isAdministrator(actor));
          if ((await activeEmoji(tx, name)) !== undefined)
            throw badRequest('A custom emoji with this name already exists.');
          await insertEmoji(tx, { name, authorId: actor.id, path: stored, stillPath: still, now: tx.now });
          await tellEmoji(tx);
          return {};
        });
      } catch (error) {
        await app.files.remove(`avatars/${stored}`);
        if (still !== null) await app.files.remove(`avatars/${still}`);
        throw error;
      }
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/realm/emoji/*emoji_name',
    auth: 'user',
    summary: 'Deactivates a custom emoji',
    pathParams,
    params: {},
    returns: Type.Object({}),
    handler: ({ write, path }) =>
      write(async (tx, actor) => {
        const emoji = await activeEmoji(tx, path.emoji_name);
        if (emoji === undefined) {
          throw new ApiError(404, 'BAD_REQUEST', `Emoji '${path.emoji_name}' does not exist`);
        }
        if (emoji.author_id !== actor.id && !isAdministrator(actor)) {
          throw badRequest('Must be an organization administrator or emoji author');
        }
        await deactivateEmoji(tx, emoji.id);
        await tellEmoji(tx);
        return {};
      }),
  }),
];
