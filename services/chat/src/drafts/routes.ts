import Type from 'typebox';
import { badRequest } from '../http/errors.js';
import { id, json } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { checkedDraft, GIVEN_DRAFT, MAX_DRAFTS, requireSynchronization } from './rules.js';
import { countDrafts, type Draft, deleteDraft, draftsOf, insertDraft, updateDraft } from './store.js';

const pathParams = { draft_id: id() };
const noSuchDraft = () => badRequest('Draft does not exist');

export const draftRoutes: AnyRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/drafts',
    auth: 'user',
    summary: 'The drafts of the caller',
    params: {},
    returns: Type.Object({
      count: Type.Integer(),
      drafts: Type.Array(
        Type.Object({
          id: Type.Integer(),
          type: Type.String(),
          to: Type.Array(Type.Integer()),
          topic: Type.String(),
          content: Type.String(),
          timestamp: Type.Integer(),
        }),
      ),
    }),
    handler: async ({ app, user }) => {
      requireSynchronization(user);
      const drafts = await draftsOf(app.db, user.id);
      return { count: drafts.length, drafts };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/drafts',
    auth: 'user',
    summary: 'Keeps drafts',
    creates: true,
    params: { drafts: json(Type.Array(GIVEN_DRAFT, { maxItems: 100 }), 'is not a list of drafts') },
    returns: Type.Object({ ids: Type.Array(Type.Integer()) }),
    handler: ({ app, params, write }) =>
      write(async (tx, actor) => {
        requireSynchronization(actor);
        if ((await countDrafts(tx, actor.id)) + params.drafts.length > MAX_DRAFTS)
          throw badRequest(`A user can have at most ${MAX_DRAFTS} drafts.`);
        const drafts: Draft[] = [];
        for (const given of params.drafts) {
          const { body, editedAt } = await checkedDraft(tx, actor, given, app.config);
          drafts.push(await insertDraft(tx, actor.id, body, editedAt));
        }
        if (drafts.length > 0) tx.emit({ type: 'drafts', op: 'add', drafts }, { users: [actor.id] });
        return { ids: drafts.map((draft) => draft.id) };
      }),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/drafts/:draft_id',
    auth: 'user',
    summary: 'Changes a draft',
    pathParams,
    params: { draft: json(GIVEN_DRAFT, 'is not a draft') },
    returns: Type.Object({}),
    handler: ({ app, params, path, write }) =>
      write(async (tx, actor) => {
        requireSynchronization(actor);
        const { body, editedAt } = await checkedDraft(tx, actor, params.draft, app.config);
        const draft = await updateDraft(tx, actor.id, path.draft_id, body, editedAt);
        if (draft === undefined) throw noSuchDraft();
        tx.emit({ type: 'drafts', op: 'update', draft }, { users: [actor.id] });
        return {};
      }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/drafts/:draft_id',
    auth: 'user',
    summary: 'Deletes a draft',
    pathParams,
    params: {},
    returns: Type.Object({}),
    handler: ({ path, write }) =>
      write(async (tx, actor) => {
        requireSynchronization(actor);
        if (!(await deleteDraft(tx, actor.id, path.draft_id))) throw noSuchDraft();
        tx.emit({ type: 'drafts', op: 'remove', draft_id: path.draft_id }, { users: [actor.id] });
        return {};
      }),
  }),
];
