import Type from 'typebox';
import { badRequest } from '../http/errors.js';
import { id, optional, text, trimmed } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { deleteSnippet, insertSnippet, snippetsOf, updateSnippet } from './store.js';

const MAX_TITLE = 60;
const MAX_CONTENT = 10_000;

const title = () => trimmed(text({ min: 1, max: MAX_TITLE }));
const content = () => text({ min: 1, max: MAX_CONTENT });
const pathParams = { saved_snippet_id: id() };
const noSuchSnippet = () => badRequest('Saved snippet does not exist.');

export const snippetRoutes: AnyRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/saved_snippets',
    auth: 'user',
    summary: 'The saved snippets of the caller',
    params: {},
    returns: Type.Object({
      saved_snippets: Type.Array(
        Type.Object({
          id: Type.Integer(),
          title: Type.String(),
          content: Type.String(),
          date_created: Type.Integer(),
        }),
      ),
    }),
    handler: async ({ app, user }) => ({ saved_snippets: await snippetsOf(app.db, user.id) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/saved_snippets',
    auth: 'user',
    summary: 'Saves a snippet',
    creates: true,
    params: { title: title(), content: content() },
    returns: Type.Object({ saved_snippet_id: Type.Integer() }),
    handler: ({ write, params }) =>
      write(async (tx, actor) => {
        const snippet = await insertSnippet(tx, actor.id, params.title, params.content, tx.now);
        tx.emit({ type: 'saved_snippets', op: 'add', saved_snippet: snippet }, { users: [actor.id] });
        return { saved_snippet_id: snippet.id };
      }),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/saved_snippets/:saved_snippet_id',
    auth: 'user',
    summary: 'Changes a saved snippet',
    pathParams,
    params: { title: optional(title()), content: optional(content()) },
    returns: Type.Object({}),
    handler: ({ write, params, path }) =>
      write(async (tx, actor) => {
        const snippet = await updateSnippet(tx, actor.id, path.saved_snippet_id, params);
        if (snippet === undefined) throw noSuchSnippet();
        if (params.title !== undefined || params.content !== undefined) {
          tx.emit({ type: 'saved_snippets', op: 'update', saved_snippet: snippet }, { users: [actor.id] });
        }
        return {};
      }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/saved_snippets/:saved_snippet_id',
    auth: 'user',
    summary: 'Deletes a saved snippet',
    pathParams,
    params: {},
    returns: Type.Object({}),
    handler: ({ write, path }) =>
      write(async (tx, actor) => {
        if (!(await deleteSnippet(tx, actor.id, path.saved_snippet_id))) throw noSuchSnippet();
        tx.emit(
          { type: 'saved_snippets', op: 'remove', saved_snippet_id: path.saved_snippet_id },
          { users: [actor.id] },
        );
        return {};
      }),
  }),
];
