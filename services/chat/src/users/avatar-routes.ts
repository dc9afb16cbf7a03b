import { sql } from '@services/kit/db';
import Type from 'typebox';
import type { App } from '../app.js';
import type { WriteTx } from '../db/writer.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { takesPicture } from '../pictures/receive.js';
import { withPicture } from '../pictures/store.js';
import type { Account } from './account.js';
import { defaultAvatar, uploadedAvatar } from './payload.js';

const PATH = '/users/me/avatar';

/** Stores the path of the new picture, and notifies everyone. Null stands for the drawn picture. */
async function setAvatar(app: App, tx: WriteTx, actor: Account, path: string | null): Promise<string> {
  const avatar_version = actor.avatar_version + 1;
  await tx.run(sql`UPDATE account SET avatar_path = ${path}, avatar_version = ${avatar_version}
    WHERE id = ${actor.id}`);
  tx.changed({ accounts: [actor.id] });
  const url = uploadedAvatar({ avatar_path: path });
  const person = {
    user_id: actor.id,
    avatar_source: path === null ? 'G' : 'U',
    avatar_url: url,
    avatar_url_medium: url,
    avatar_version,
  };
  tx.emit({ type: 'realm_user', op: 'update', person }, { users: 'everyone' });
  const old = actor.avatar_path;
  if (old !== null) tx.afterCommit(() => void app.files.remove(`avatars/${old}`).catch(() => {}));
  return url ?? defaultAvatar(actor.id);
}

export const avatarRoutes: AnyRoute[] = [
  defineRoute({
    method: 'POST',
    path: PATH,
    auth: 'user',
    summary: 'Gives the caller a picture',
    params: {},
    returns: Type.Object({ avatar_url: Type.String() }),
    ...takesPicture,
    handler: ({ app, files, write }) =>
      withPicture(app, files, 'avatars', (path) =>
        write(async (tx, actor) => ({ avatar_url: await setAvatar(app, tx, actor, path) })),
      ),
  }),
  defineRoute({
    method: 'DELETE',
    path: PATH,
    auth: 'user',
    summary: 'Removes the picture of the caller',
    params: {},
    returns: Type.Object({ avatar_url: Type.String() }),
    handler: ({ app, write }) =>
      write(async (tx, actor) => ({ avatar_url: await setAvatar(app, tx, actor, null) })),
  }),
];
