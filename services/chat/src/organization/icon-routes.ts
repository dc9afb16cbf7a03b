import { sql } from '@services/kit/db';
import Type from 'typebox';
import type { App } from '../app.js';
import type { WriteTx } from '../db/writer.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { takesPicture } from '../pictures/receive.js';
import { withPicture } from '../pictures/store.js';
import { iconFields } from './settings.js';

const PATH = '/realm/icon';

/** Stores the path of the new icon, and notifies everyone. Null stands for the drawn icon. */
async function setIcon(app: App, tx: WriteTx, path: string | null): Promise<string> {
  const { icon_path: old } = await tx.directory.organization();
  await tx.run(sql`UPDATE organization SET icon_path = ${path}`);
  tx.changed({ organization: true });
  const data = iconFields({ icon_path: path });
  tx.emit({ type: 'realm', op: 'update_dict', property: 'icon', data }, { users: 'everyone' });
  if (old !== null) tx.afterCommit(() => void app.files.remove(`avatars/${old}`).catch(() => {}));
  return data.icon_url;
}

export const iconRoutes: AnyRoute[] = [
  defineRoute({
    method: 'POST',
    path: PATH,
    auth: 'user',
    needs: 'administrator',
    summary: 'Gives the organization an icon',
    params: {},
    returns: Type.Object({ icon_url: Type.String() }),
    ...takesPicture,
    handler: ({ app, files, write }) =>
      withPicture(app, files, 'icons', (path) =>
        write(async (tx) => ({ icon_url: await setIcon(app, tx, path) })),
      ),
  }),
  defineRoute({
    method: 'DELETE',
    path: PATH,
    auth: 'user',
    needs: 'administrator',
    summary: 'Removes the icon of the organization',
    params: {},
    returns: Type.Object({ icon_url: Type.String() }),
    handler: ({ app, write }) => write(async (tx) => ({ icon_url: await setIcon(app, tx, null) })),
  }),
];
