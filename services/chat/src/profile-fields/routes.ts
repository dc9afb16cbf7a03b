import Type from 'typebox';
import type { WriteTx } from '../db/writer.js';
import { badRequest } from '../http/errors.js';
import { boolean, id, ids, json, oneOf, optional, text, trimmed } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { FIELD_TYPE, FIELD_TYPES, listedFields, profileFields } from './field.js';
import { checkedField, MAX_FIELDS, MAX_HINT, MAX_NAME } from './rules.js';
import { deleteField, deleteOtherChoices, insertField, orderFields, updateField } from './store.js';
import { clearProfileValues, setProfileValues, tell } from './values.js';

const pathParams = { field_id: id() };
const noSuchField = (fieldId: number) => badRequest(`Field id ${fieldId} not found.`);

const definition = {
  name: optional(trimmed(text({ max: MAX_NAME }))),
  hint: optional(trimmed(text({ max: MAX_HINT }))),
  field_data: optional(json(Type.Record(Type.String(), Type.Unknown()), 'is not an object')),
  display_in_profile_summary: optional(boolean()),
  required: optional(boolean()),
  editable_by_user: optional(boolean()),
};

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
const given = <T extends object>(params: T): Given<T> =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as Given<T>;

const EMPTY = {
  name: '',
  hint: '',
  field_data: {},
  display_in_profile_summary: false,
  required: false,
  editable_by_user: true,
};

async function changed(tx: WriteTx): Promise<void> {
  tx.emit({ type: 'custom_profile_fields', fields: await listedFields(tx) }, { users: 'everyone' });
}

export const PROFILE_VALUES = Type.Array(
  Type.Object({
    id: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }),
    value: Type.Union([
      Type.String(),
      Type.Array(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
      Type.Null(),
    ]),
  }),
  { maxItems: MAX_FIELDS },
);

export const profileFieldRoutes: AnyRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/realm/profile_fields',
    auth: 'user',
    summary: 'The custom profile fields of the organization, in order',
    params: {},
    returns: Type.Object({
      custom_fields: Type.Array(
        Type.Object({
          id: Type.Integer(),
          type: Type.Integer(),
          order: Type.Integer(),
          name: Type.String(),
          hint: Type.String(),
          field_data: Type.String(),
          display_in_profile_summary: Type.Boolean(),
          required: Type.Boolean(),
          editable_by_user: Type.Boolean(),
          use_for_user_matching: Type.Boolean(),
        }),
      ),
    }),
    handler: async ({ app }) => ({ custom_fields: await listedFields(app.db) }),
  }),
  defineRoute({
    method: 'POST',
    path: '/realm/profile_fields',
    auth: 'user',
    needs: 'administrator',
    creates: true,
    summary: 'Adds a custom profile field',
    params: { field_type: oneOf(FIELD_TYPES), ...definition },
    returns: Type.Object({ id: Type.Integer() }),
    handler: ({ params, write }) =>
      write(async (tx) => {
        const { field_type: type, ...rest } = params;
        const others = await profileFields(tx);
        if (others.length >= MAX_FIELDS)
          throw badRequest(`An organization can have at most ${MAX_FIELDS} custom profile fields.`);
        const id = await insertField(tx, type, checkedField(type, { ...EMPTY, ...given(rest) }, others));
        await changed(tx);
        return { id };
      }),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/realm/profile_fields',
    auth: 'user',
    needs: 'administrator',
    summary: 'Puts the custom profile fields into an order',
    params: { order: ids({ maxItems: 1000 }) },
    returns: Type.Object({}),
    handler: ({ params, write }) =>
      write(async (tx) => {
        const known = new Set((await profileFields(tx)).map((field) => field.id));
        const wanted = new Set(params.order);
        const isPermutation = wanted.size === known.size && params.order.length === known.size;
        if (!isPermutation || params.order.some((id) => !known.has(id)))
          throw badRequest('Invalid order mapping.');
        await orderFields(tx, params.order);
        await changed(tx);
        return {};
      }),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/realm/profile_fields/:field_id',
    auth: 'user',
    needs: 'administrator',
    summary: 'Changes a custom profile field; its type stays',
    pathParams,
    params: definition,
    returns: Type.Object({}),
    handler: ({ params, path, write }) =>
      write(async (tx) => {
        const fields = await profileFields(tx);
        const { id, field_type: type, ...field } = fields.find((one) => one.id === path.field_id) ?? {};
        if (id === undefined || type === undefined) throw noSuchField(path.field_id);
        const others = fields.filter((other) => other.id !== id);
        const wanted = checkedField(type, { ...EMPTY, ...field, ...given(params) }, others);
        await updateField(tx, id, wanted);
        if (type === FIELD_TYPE.list)
          for (const userId of await deleteOtherChoices(tx, id, Object.keys(wanted.field_data)))
            tell(tx, userId, { id, value: null });
        await changed(tx);
        return {};
      }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/realm/profile_fields/:field_id',
    auth: 'user',
    needs: 'administrator',
    summary: 'Removes a custom profile field with its values',
    pathParams,
    params: {},
    returns: Type.Object({}),
    handler: ({ path, write }) =>
      write(async (tx) => {
        if (!(await deleteField(tx, path.field_id))) throw noSuchField(path.field_id);
        await changed(tx);
        return {};
      }),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/users/me/profile_data',
    auth: 'user',
    summary: 'Sets values of custom profile fields of the caller',
    params: { data: json(PROFILE_VALUES, 'is not a list of ids with values') },
    returns: Type.Object({}),
    handler: ({ app, params, write }) =>
      write(async (tx, actor) => {
        await setProfileValues(app, tx, actor, actor, params.data);
        return {};
      }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/users/me/profile_data',
    auth: 'user',
    summary: 'Removes values of custom profile fields of the caller',
    params: { data: ids({ maxItems: MAX_FIELDS }) },
    returns: Type.Object({}),
    handler: ({ params, write }) =>
      write(async (tx, actor) => {
        await clearProfileValues(tx, actor, params.data);
        return {};
      }),
  }),
];
