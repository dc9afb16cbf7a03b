import Type from 'typebox';
import type { WriteTx } from '../db/writer.js';
import { badRequest } from '../http/errors.js';
import { boolean, id, ids, optional, text, trimmed } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { renderText } from '../markdown/store.js';
import {
  type ChannelFolder,
  channelFolders,
  holdsChannels,
  insertFolder,
  orderFolders,
  updateFolder,
} from './store.js';

const MAX_NAME = 60;
const MAX_DESCRIPTION = 1024;
/** Maximum number of folders. The limit exists because each registering client gets all folders. */
const MAX_FOLDERS = 500;

const name = () => trimmed(text({ min: 1, max: MAX_NAME }));
const description = () => trimmed(text({ max: MAX_DESCRIPTION }));
const everyone = { users: 'everyone' as const };

async function requireFreeName(tx: WriteTx, name: string, except?: number): Promise<ChannelFolder[]> {
  const folders = await channelFolders(tx);
  const key = name.toLowerCase();
  if (folders.some((one) => !one.is_archived && one.id !== except && one.name.toLowerCase() === key))
    throw badRequest('Channel folder name already in use');
  return folders;
}

export const channelFolderRoutes: AnyRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/channel_folders',
    auth: 'user',
    summary: 'Folders of channels, in order',
    params: { include_archived: optional(boolean(), false) },
    returns: Type.Object({
      channel_folders: Type.Array(
        Type.Object({
          id: Type.Integer(),
          name: Type.String(),
          order: Type.Integer(),
          date_created: Type.Integer(),
          creator_id: Type.Union([Type.Integer(), Type.Null()]),
          description: Type.String(),
          rendered_description: Type.String(),
          is_archived: Type.Boolean(),
        }),
      ),
    }),
    handler: async ({ app, params }) => {
      const folders = await channelFolders(app.db);
      return { channel_folders: folders.filter((one) => params.include_archived || !one.is_archived) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/channel_folders/create',
    auth: 'user',
    needs: 'administrator',
    creates: true,
    summary: 'Makes a folder of channels',
    params: { name: name(), description: optional(description(), '') },
    returns: Type.Object({ channel_folder_id: Type.Integer() }),
    handler: ({ app, params, write }) =>
      write(async (tx, actor) => {
        if ((await requireFreeName(tx, params.name)).length >= MAX_FOLDERS)
          throw badRequest(`An organization can have at most ${MAX_FOLDERS} channel folders.`);
        const rendered = (await renderText(app.directory, tx, actor, params.description)).html;
        const folder = await insertFolder(tx, { ...params, rendered, creatorId: actor.id, now: tx.now });
        tx.emit({ type: 'channel_folder', op: 'add', channel_folder: folder }, everyone);
        return { channel_folder_id: folder.id };
      }),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/channel_folders',
    auth: 'user',
    needs: 'administrator',
    summary: 'Puts the folders of channels into an order',
    params: { order: ids({ maxItems: MAX_FOLDERS }) },
    returns: Type.Object({}),
    handler: ({ params, write }) =>
      write(async (tx) => {
        const known = new Set((await channelFolders(tx)).map((folder) => folder.id));
        const isPermutation = new Set(params.order).size === known.size && params.order.length === known.size;
        if (!isPermutation || params.order.some((one) => !known.has(one)))
          throw badRequest('Invalid order mapping.');
        await orderFolders(tx, params.order);
        tx.emit({ type: 'channel_folder', op: 'reorder', order: params.order }, everyone);
        return {};
      }),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/channel_folders/:channel_folder_id',
    auth: 'user',
    needs: 'administrator',
    summary: 'Changes or archives a folder of channels',
    pathParams: { channel_folder_id: id() },
    params: {
      name: optional(name()),
      description: optional(description()),
      is_archived: optional(boolean()),
    },
    returns: Type.Object({}),
    handler: ({ app, params, path, write }) =>
      write(async (tx, actor) => {
        const folder = (await channelFolders(tx)).find((one) => one.id === path.channel_folder_id);
        if (folder === undefined) throw badRequest('Invalid channel folder ID');
        const data: Partial<ChannelFolder> = {};
        if (params.name !== undefined && params.name !== folder.name) data.name = params.name;
        if (params.is_archived !== undefined && params.is_archived !== folder.is_archived)
          data.is_archived = params.is_archived;
        if (params.description !== undefined && params.description !== folder.description) {
          data.description = params.description;
          data.rendered_description = (await renderText(app.directory, tx, actor, params.description)).html;
        }
        if (data.is_archived === true && (await holdsChannels(tx, folder.id)))
          throw badRequest('You need to remove all the channels from this folder to archive it.');
        if (data.name !== undefined || data.is_archived === false)
          await requireFreeName(tx, data.name ?? folder.name, folder.id);
        if (Object.keys(data).length === 0) return {};
        await updateFolder(tx, { ...folder, ...data });
        tx.emit({ type: 'channel_folder', op: 'update', channel_folder_id: folder.id, data }, everyone);
        return {};
      }),
  }),
];
