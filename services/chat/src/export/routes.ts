import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { requireRole } from '../access/permissions.js';
import type { App } from '../app.js';
import { authenticate } from '../http/auth.js';
import { badRequest, notFound } from '../http/errors.js';
import { id, oneOf, optional } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { accounts } from '../users/store.js';
import { enqueueExport, tellExports } from './job.js';
import { exportRow, exportRows, insertExport, shownExport, updateExport } from './store.js';

/** Maximum number of exports per day, because an export reads the whole database. */
const MAX_A_DAY = 5;
const DAY_MS = 86_400_000;

const time = Type.Union([Type.Number(), Type.Null()]);
const EXPORT = Type.Object({
  id: Type.Integer(),
  acting_user_id: Type.Integer(),
  export_time: Type.Number(),
  deleted_timestamp: time,
  failed_timestamp: time,
  export_url: Type.Union([Type.String(), Type.Null()]),
  pending: Type.Boolean(),
  export_type: Type.Integer(),
});

export const exportRoutes: AnyRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/export/realm',
    auth: 'user',
    needs: 'administrator',
    summary: 'Exports of the organization',
    params: {},
    returns: Type.Object({ exports: Type.Array(EXPORT) }),
    handler: async ({ app }) => ({
      exports: (await exportRows(app.db)).map((row) => shownExport(row, app.publicUrl)),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/export/realm',
    auth: 'user',
    needs: 'administrator',
    creates: true,
    summary: 'Begins an export; owners download it when it is ready',
    params: { export_type: optional(oneOf([1, 2]), 1) },
    returns: Type.Object({ id: Type.Integer() }),
    handler: ({ app, params, write }) =>
      write(async (tx, actor) => {
        const recent = (await exportRows(tx)).filter((row) => row.requested_at > tx.now - DAY_MS);
        if (recent.length >= MAX_A_DAY) throw badRequest('Exceeded rate limit.');
        const id = await insertExport(tx, actor.id, params.export_type, tx.now);
        await enqueueExport(app, tx, id);
        await tellExports(app, tx, actor.id);
        return { id };
      }),
  }),
  defineRoute({
    method: 'GET',
    path: '/export/realm/consents',
    auth: 'user',
    needs: 'administrator',
    summary: 'The users, and who of them lets private data be exported',
    params: {},
    returns: Type.Object({
      export_consents: Type.Array(Type.Object({ user_id: Type.Integer(), consented: Type.Boolean() })),
    }),
    handler: async ({ app }) => ({
      export_consents: (await accounts(app.db, { isActive: true, isSystemBot: false }))
        .filter((account) => !account.is_bot)
        .map(({ id, settings }) => ({
          user_id: id,
          consented: settings.allow_private_data_export === true,
        })),
    }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/export/realm/:export_id',
    auth: 'user',
    needs: 'administrator',
    summary: 'Deletes the file of an export',
    pathParams: { export_id: id() },
    params: {},
    returns: Type.Object({}),
    handler: ({ app, path, write }) =>
      write(async (tx, actor) => {
        const row = await exportRow(tx, path.export_id);
        if (row === undefined) throw badRequest('Invalid data export ID');
        if (row.deleted_at !== null) throw badRequest('Export already deleted');
        if (row.failed_at !== null) throw badRequest('Export failed, nothing to delete');
        if (row.path === null) throw badRequest('Export still in progress');
        await updateExport(tx, row.id, { deleted_at: tx.now, path: null });
        tx.afterCommit(() => void app.files.remove(row.path!).catch(() => {}));
        await tellExports(app, tx, actor.id);
        return {};
      }),
  }),
];

/** Serves the files of finished exports to owners. */
export function exportDownloads(fastify: FastifyInstance, app: App): void {
  fastify.get('/exports/:id/:name', async (request, reply) => {
    const { account } = await authenticate(app, request, { basic: true, cookie: true });
    requireRole(account, 'owner');
    const row = await exportRow(app.db, Number((request.params as { id: string }).id) || 0);
    if (row === undefined || row.path === null) throw notFound('No such export.');
    const size = await app.files.size(row.path);
    const bytes = await app.files.read(row.path);
    if (size === undefined || bytes === undefined) throw notFound('No such export.');
    return reply
      .headers({
        'content-type': 'application/gzip',
        'content-length': size,
        'content-disposition': `attachment; filename="export-${row.id}.tar.gz"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(bytes);
  });
}
