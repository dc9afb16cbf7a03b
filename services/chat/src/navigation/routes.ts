import Type from 'typebox';
import { badRequest } from '../http/errors.js';
import { boolean, optional, text, trimmed } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { checkName, isBuiltIn, MAX_FRAGMENT, MAX_NAME } from './rules.js';
import {
  deleteNavigationView,
  insertNavigationView,
  nameIsUsed,
  navigationViewsOf,
  updateNavigationView,
} from './store.js';

const name = () => trimmed(text({ min: 1, max: MAX_NAME }));
const fragment = () => text({ min: 1, max: MAX_FRAGMENT });
const noSuchView = () => badRequest('Navigation view does not exist.');
const exists = () => badRequest('Navigation view already exists.');

export const navigationRoutes: AnyRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/navigation_views',
    auth: 'user',
    summary: 'The navigation views of the caller',
    params: {},
    returns: Type.Object({
      navigation_views: Type.Array(
        Type.Object({
          fragment: Type.String(),
          name: Type.Union([Type.String(), Type.Null()]),
          is_pinned: Type.Boolean(),
        }),
      ),
    }),
    handler: async ({ app, user }) => ({ navigation_views: await navigationViewsOf(app.db, user.id) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/navigation_views',
    auth: 'user',
    summary: 'Adds a navigation view',
    creates: true,
    params: { fragment: fragment(), is_pinned: boolean(), name: optional(name()) },
    returns: Type.Object({}),
    handler: ({ write, params }) =>
      write(async (tx, actor) => {
        checkName(params.fragment, params.name);
        const view = { fragment: params.fragment, name: params.name ?? null, is_pinned: params.is_pinned };
        if (view.name !== null && (await nameIsUsed(tx, actor.id, view.name, view.fragment))) throw exists();
        if (!(await insertNavigationView(tx, actor.id, view))) throw exists();
        tx.emit({ type: 'navigation_view', op: 'add', navigation_view: view }, { users: [actor.id] });
        return {};
      }),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/navigation_views/*fragment',
    auth: 'user',
    summary: 'Changes a navigation view',
    pathParams: { fragment: text() },
    params: { is_pinned: optional(boolean()), name: optional(name()) },
    returns: Type.Object({}),
    handler: ({ write, params, path }) =>
      write(async (tx, actor) => {
        if (params.name !== undefined && isBuiltIn(path.fragment)) checkName(path.fragment, params.name);
        if (params.name !== undefined && (await nameIsUsed(tx, actor.id, params.name, path.fragment)))
          throw exists();
        const data = {
          ...(params.name === undefined ? {} : { name: params.name }),
          ...(params.is_pinned === undefined ? {} : { is_pinned: params.is_pinned }),
        };
        if (!(await updateNavigationView(tx, actor.id, path.fragment, data))) throw noSuchView();
        if (Object.keys(data).length > 0) {
          tx.emit(
            { type: 'navigation_view', op: 'update', fragment: path.fragment, data },
            { users: [actor.id] },
          );
        }
        return {};
      }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/navigation_views/*fragment',
    auth: 'user',
    summary: 'Removes a navigation view',
    pathParams: { fragment: text() },
    params: {},
    returns: Type.Object({}),
    handler: ({ write, path }) =>
      write(async (tx, actor) => {
        if (!(await deleteNavigationView(tx, actor.id, path.fragment))) throw noSuchView();
        tx.emit({ type: 'navigation_view', op: 'remove', fragment: path.fragment }, { users: [actor.id] });
        return {};
      }),
  }),
];
