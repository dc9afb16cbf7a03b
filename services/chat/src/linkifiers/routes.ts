import { isUniqueViolation } from '@services/kit/db';
import Type from 'typebox';
import type { WriteTx } from '../db/writer.js';
import { badRequest } from '../http/errors.js';
import { id, ids, text } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { linkifierProblem, MAX_LINKIFIERS } from './rules.js';
import {
  deleteLinkifier,
  insertLinkifier,
  orderLinkifiers,
  readLinkifiers,
  updateLinkifier,
} from './store.js';

const rule = { pattern: text(), url_template: text() };
const pathParams = { filter_id: id() };
const noSuchLinkifier = () => badRequest('Linkifier not found.');

function check(pattern: string, urlTemplate: string): void {
  const problem = linkifierProblem(pattern, urlTemplate);
  if (problem !== undefined) throw badRequest(problem);
}

/** Sends the whole list to everyone, because clients need the order of linkifiers. */
async function changed(tx: WriteTx): Promise<void> {
  tx.changed({ organization: true });
  tx.emit({ type: 'realm_linkifiers', realm_linkifiers: await readLinkifiers(tx) }, { users: 'everyone' });
}

async function unique<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw badRequest('Linkifier already exists.');
    throw error;
  }
}

export const linkifierRoutes: AnyRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/realm/linkifiers',
    auth: 'user',
    summary: 'The linkifiers of the organization, in order',
    params: {},
    returns: Type.Object({
      linkifiers: Type.Array(
        Type.Object({ id: Type.Integer(), pattern: Type.String(), url_template: Type.String() }),
      ),
    }),
    handler: async ({ app }) => ({ linkifiers: await readLinkifiers(app.db) }),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/realm/linkifiers',
    auth: 'user',
    needs: 'administrator',
    summary: 'Puts the linkifiers into an order',
    params: { ordered_linkifier_ids: ids() },
    returns: Type.Object({}),
    handler: ({ write, params }) =>
      write(async (tx) => {
        const wanted = params.ordered_linkifier_ids;
        const known = new Set((await readLinkifiers(tx)).map(({ id }) => id));
        const isPermutation = wanted.length === known.size && new Set(wanted).size === known.size;
        if (!isPermutation || !wanted.every((id) => known.has(id))) {
          throw badRequest('The ordered list must enumerate all existing linkifiers exactly once');
        }
        await orderLinkifiers(tx, wanted);
        await changed(tx);
        return {};
      }),
  }),
  defineRoute({
    method: 'POST',
    path: '/realm/filters',
    auth: 'user',
    needs: 'administrator',
    summary: 'Adds a linkifier',
    creates: true,
    params: rule,
    returns: Type.Object({ id: Type.Integer() }),
    handler: ({ write, params }) => {
      check(params.pattern, params.url_template);
      return write(async (tx) => {
        if ((await readLinkifiers(tx)).length >= MAX_LINKIFIERS) {
          throw badRequest(`An organization can have at most ${MAX_LINKIFIERS} linkifiers.`);
        }
        const id = await unique(() => insertLinkifier(tx, params.pattern, params.url_template));
        await changed(tx);
        return { id };
      });
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/realm/filters/:filter_id',
    auth: 'user',
    needs: 'administrator',
    summary: 'Changes a linkifier',
    pathParams,
    params: rule,
    returns: Type.Object({}),
    handler: ({ write, params, path }) => {
      check(params.pattern, params.url_template);
      return write(async (tx) => {
        const found = await unique(() =>
          updateLinkifier(tx, path.filter_id, params.pattern, params.url_template),
        );
        if (!found) throw noSuchLinkifier();
        await changed(tx);
        return {};
      });
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/realm/filters/:filter_id',
    auth: 'user',
    needs: 'administrator',
    summary: 'Removes a linkifier',
    pathParams,
    params: {},
    returns: Type.Object({}),
    handler: ({ write, path }) =>
      write(async (tx) => {
        if (!(await deleteLinkifier(tx, path.filter_id))) throw noSuchLinkifier();
        await changed(tx);
        return {};
      }),
  }),
];
