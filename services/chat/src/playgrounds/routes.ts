import { isUniqueViolation } from '@services/kit/db';
import Type from 'typebox';
import type { WriteTx } from '../db/writer.js';
import { badRequest } from '../http/errors.js';
import { id, text, trimmed } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { templateVariables } from '../linkifiers/rules.js';
import { deletePlayground, insertPlayground, playgrounds } from './store.js';

const MAX_NAME = 40;
const MAX_TEMPLATE = 2000;
/** Maximum number of playgrounds. The limit exists because each registering client gets all playgrounds. */
const MAX_PLAYGROUNDS = 200;
const LANGUAGE = /^[ a-zA-Z0-9_+./#-]*$/;

/** Returns the reason why a playground cannot be used; undefined if it can. */
export function playgroundProblem(language: string, template: string): string | undefined {
  if (!LANGUAGE.test(language)) return 'Invalid characters in pygments language';
  const variables = templateVariables(template);
  if (variables === undefined) return 'Invalid URL template.';
  if (!variables.has('code')) return 'Missing the required variable "code" in the URL template';
  if (variables.size > 1) return '"code" should be the only variable present in the URL template';
  if (!/^https?:\/\//i.test(template)) return 'The URL template must start with http:// or https://.';
  return undefined;
}

async function changed(tx: WriteTx): Promise<void> {
  tx.emit({ type: 'realm_playgrounds', realm_playgrounds: await playgrounds(tx) }, { users: 'everyone' });
}

export const playgroundRoutes: AnyRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/realm/playgrounds',
    auth: 'user',
    needs: 'administrator',
    creates: true,
    summary: 'Adds a playground for code of a language',
    params: {
      name: trimmed(text({ min: 1, max: MAX_NAME })),
      pygments_language: trimmed(text({ min: 1, max: MAX_NAME })),
      url_template: trimmed(text({ max: MAX_TEMPLATE })),
    },
    returns: Type.Object({ id: Type.Integer() }),
    handler: ({ params, write }) => {
      const problem = playgroundProblem(params.pygments_language, params.url_template);
      if (problem !== undefined) throw badRequest(problem);
      return write(async (tx) => {
        if ((await playgrounds(tx)).length >= MAX_PLAYGROUNDS)
          throw badRequest(`An organization can have at most ${MAX_PLAYGROUNDS} playgrounds.`);
        try {
          const id = await tx.savepoint(() => insertPlayground(tx, params));
          await changed(tx);
          return { id };
        } catch (error) {
          if (isUniqueViolation(error)) throw badRequest('A playground of this name and language exists.');
          throw error;
        }
      });
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/realm/playgrounds/:playground_id',
    auth: 'user',
    needs: 'administrator',
    summary: 'Removes a playground',
    pathParams: { playground_id: id() },
    params: {},
    returns: Type.Object({}),
    handler: ({ path, write }) =>
      write(async (tx) => {
        if (!(await deletePlayground(tx, path.playground_id))) throw badRequest('Invalid playground');
        await changed(tx);
        return {};
      }),
  }),
];
