import Type from 'typebox';
import type { App } from '../app.js';
import { badRequest, notFound, rateLimited } from '../http/errors.js';
import { id, text } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { attachmentsOf, deleteAttachment, insertAttachment, openableFile, usedSpace } from './attachments.js';
import { newPathId, storedAt } from './names.js';
import { countUpload, discard, MIB, type ReceivedFile, receiveFile } from './receive.js';
import { sign, signingKey } from './signature.js';

export interface UploadAnswer {
  url: string;
  /** Former name of `url`, until feature level 272. */
  uri: string;
  filename: string;
}

/** Moves a received file to its final path and stores its record. The file is removed if the change fails. */
export async function keepUpload(app: App, userId: number, file: ReceivedFile): Promise<UploadAnswer> {
  const pathId = newPathId(app.random, file.name);
  try {
    await countUpload(app, userId, file.size);
    await app.files.adopt(file.localFile, storedAt(pathId), file.size);
    await app.write((tx) =>
      insertAttachment(tx, userId, { ...file, pathId }, app.config.uploadQuotaMib * MIB),
    );
  } catch (error) {
    await discard(file.localFile);
    await app.files.remove(storedAt(pathId));
    throw error;
  }
  const url = `/user_uploads/${pathId}`;
  return { url, uri: url, filename: file.name };
}

export const uploadRoutes: AnyRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/user_uploads',
    auth: 'user-or-cookie',
    summary: 'Uploads one file',
    params: {},
    returns: Type.Object({ url: Type.String(), uri: Type.String(), filename: Type.String() }),
    onFile: async (part, { app, user }): Promise<ReceivedFile> => {
      const rate = await app.limits.take('upload', user.id);
      if (!rate.allowed) throw rateLimited(rate.resetMs);
      return receiveFile(app, part.fileName, part.stream);
    },
    handler: async ({ app, user, files }) => {
      const [file] = files;
      if (file === undefined) throw badRequest('You must specify a file to upload');
      if (files.length > 1) {
        await Promise.all(files.map(({ localFile }) => discard(localFile)));
        throw badRequest('You may only upload one file at a time');
      }
      return keepUpload(app, user.id, file);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/user_uploads/*path_id',
    auth: 'user-or-cookie',
    summary: 'An address that opens a file for a minute without credentials',
    pathParams: { path_id: text() },
    params: {},
    returns: Type.Object({ url: Type.String() }),
    handler: async ({ app, user, path }) => {
      const file = await openableFile(app.db, user, path.path_id);
      if (file === undefined) throw notFound('No such file.');
      const token = sign(await signingKey(app.db), file.path_id, app.clock.now());
      return { url: `/user_uploads/temporary/${token}/${file.path_id}` };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/attachments',
    auth: 'user',
    summary: 'The uploads of the caller',
    params: {},
    returns: Type.Object({
      attachments: Type.Array(
        Type.Object({
          id: Type.Integer(),
          name: Type.String(),
          path_id: Type.String(),
          size: Type.Integer(),
          create_time: Type.Integer({ description: 'UNIX milliseconds' }),
          messages: Type.Array(Type.Object({ id: Type.Integer(), date_name: Type.Integer() })),
        }),
      ),
      upload_space_used: Type.Integer(),
    }),
    handler: async ({ app, user }) => ({
      attachments: await attachmentsOf(app.db, user.id),
      upload_space_used: await usedSpace(app.db),
    }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/attachments/:attachment_id',
    auth: 'user',
    summary: 'Deletes an upload of the caller',
    pathParams: { attachment_id: id() },
    params: {},
    returns: Type.Object({}),
    handler: ({ app, write, path }) =>
      write(async (tx, actor) => {
        const pathId = await deleteAttachment(tx, actor.id, path.attachment_id);
        if (pathId === undefined) throw badRequest('Invalid attachment');
        tx.afterCommit(() => {
          app.files.remove(storedAt(pathId)).catch((error: unknown) => {
            app.log.error({ err: error }, 'the file of a deleted attachment could not be removed');
          });
        });
        return {};
      }),
  }),
];
