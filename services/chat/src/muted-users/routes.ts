import Type from 'typebox';
import type { WriteTx } from '../db/writer.js';
import { badRequest } from '../http/errors.js';
import { id } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import { mutedUsersOf, muteUser, readMessagesFrom, unmuteUser } from './store.js';

const pathParams = { muted_user_id: id() };

async function tellMutes(tx: WriteTx, userId: number): Promise<void> {
  tx.emit({ type: 'muted_users', muted_users: await mutedUsersOf(tx, userId) }, { users: [userId] });
}

async function checkTarget(tx: WriteTx, callerId: number, targetId: number): Promise<void> {
  if (targetId === callerId) throw badRequest('Cannot mute self');
  if ((await tx.directory.account(targetId)) === undefined) throw badRequest('No such user');
}

export const mutedUserRoutes: AnyRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/users/me/muted_users/:muted_user_id',
    auth: 'user',
    summary: 'Mutes a user for the caller',
    pathParams,
    params: {},
    returns: Type.Object({}),
    handler: ({ write, path }) =>
      write(async (tx, actor) => {
        await checkTarget(tx, actor.id, path.muted_user_id);
        if (!(await muteUser(tx, actor.id, path.muted_user_id, tx.now)))
          throw badRequest('User already muted');
        await tellMutes(tx, actor.id);
        const messages = await readMessagesFrom(tx, actor.id, path.muted_user_id);
        if (messages.length > 0) {
          const event = {
            type: 'update_message_flags',
            op: 'add',
            operation: 'add',
            flag: 'read',
            messages,
            all: false,
          };
          tx.emit(event, { users: [actor.id] });
        }
        return {};
      }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/users/me/muted_users/:muted_user_id',
    auth: 'user',
    summary: 'Ends muting a user',
    pathParams,
    params: {},
    returns: Type.Object({}),
    handler: ({ write, path }) =>
      write(async (tx, actor) => {
        await checkTarget(tx, actor.id, path.muted_user_id);
        if (!(await unmuteUser(tx, actor.id, path.muted_user_id))) throw badRequest('User is not muted');
        await tellMutes(tx, actor.id);
        return {};
      }),
  }),
];
