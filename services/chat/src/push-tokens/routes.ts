import Type from 'typebox';
import { badRequest } from '../http/errors.js';
import { integer, oneOf, optional, text } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { addPushToken, deletePushToken, type PushKind, savePushRegistration } from './store.js';

const MAX_TOKEN = 4096;

const KINDS: readonly { path: string; kind: PushKind }[] = [
  { path: '/users/me/apns_device_token', kind: 'apns' },
  { path: '/users/me/android_gcm_reg_id', kind: 'fcm' },
];

function checkToken(token: string): void {
  if (token.length === 0 || token.length > MAX_TOKEN) throw badRequest('Empty or invalid length token');
}

const key = () => text({ min: 1, max: MAX_TOKEN });

/**
 * Stores the registration of a newer mobile client. The registration is encrypted by the client, and this service
 * cannot decrypt it.
 */
const registration = defineRoute({
  method: 'POST',
  path: '/mobile_push/register',
  auth: 'user',
  summary: 'Registers a device for end-to-end encrypted push notifications',
  params: {
    token_kind: oneOf(['fcm', 'apns']),
    push_account_id: integer(),
    push_public_key: key(),
    bouncer_public_key: key(),
    encrypted_push_registration: key(),
  },
  returns: Type.Object({}),
  handler: ({ write, params }) =>
    write(async (tx, actor) => {
      await savePushRegistration(
        tx,
        actor.id,
        {
          kind: params.token_kind,
          pushAccountId: params.push_account_id,
          pushPublicKey: params.push_public_key,
          bouncerPublicKey: params.bouncer_public_key,
          encryptedRegistration: params.encrypted_push_registration,
        },
        tx.now,
      );
      return {};
    }),
});

/** Stores tokens for clients that register them; this service sends no push notifications. */
export const pushTokenRoutes: AnyRoute[] = [
  registration,
  ...KINDS.flatMap(({ path, kind }) => [
    defineRoute({
      method: 'POST',
      path,
      auth: 'user',
      summary: 'Registers a device for push notifications',
      params: kind === 'apns' ? { token: text(), appid: optional(text({ max: 200 })) } : { token: text() },
      returns: Type.Object({}),
      handler: ({ write, params }) => {
        checkToken(params.token);
        const appId = 'appid' in params ? (params.appid as string | undefined) : undefined;
        return write(async (tx, actor) => {
          await addPushToken(tx, actor.id, kind, params.token, appId ?? null, tx.now);
          return {};
        });
      },
    }),
    defineRoute({
      method: 'DELETE',
      path,
      auth: 'user',
      summary: 'Forgets a device',
      params: { token: text() },
      returns: Type.Object({}),
      handler: ({ write, params }) => {
        checkToken(params.token);
        return write(async (tx, actor) => {
          if (!(await deletePushToken(tx, actor.id, kind, params.token)))
            throw badRequest('Token does not exist');
          return {};
        });
      },
    }),
  ]),
];
