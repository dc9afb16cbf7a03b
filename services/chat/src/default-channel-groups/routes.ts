import Type from 'typebox';
import { channelKey } from '../channels/channel.js';
import { channelsCalled } from '../channels/store.js';
import type { WriteTx } from '../db/writer.js';
import { badRequest, noSuchChannel } from '../http/errors.js';
import { id, oneOf, optional, text, texts, trimmed } from '../http/parameters.js';
import { type AnyRoute, defineRoute } from '../http/route.js';
import type { Account } from '../users/account.js';
import {
  addChannels,
  type DefaultChannelGroup,
  defaultChannelGroups,
  deleteGroup,
  insertGroup,
  removeChannels,
  updateGroup,
} from './store.js';

const MAX_NAME = 60;
const MAX_DESCRIPTION = 1024;
const MAX_GROUPS = 50;

const pathParams = { group_id: id() };
const groupName = () => trimmed(text({ min: 1, max: MAX_NAME }));
const groupDescription = () => trimmed(text({ max: MAX_DESCRIPTION }));
const streamNames = () => texts({ maxItems: 500 });

/** Returns groups in the form that clients get, in which `streams` has the ids of the channels. */
export const shownGroups = (groups: readonly DefaultChannelGroup[]) =>
  groups.map(({ channel_ids, ...group }) => ({ ...group, streams: channel_ids }));

async function changed(tx: WriteTx): Promise<void> {
  const groups = shownGroups(await defaultChannelGroups(tx));
  tx.emit({ type: 'default_stream_groups', default_stream_groups: groups }, { users: 'everyone' });
}

async function find(tx: WriteTx, id: number): Promise<DefaultChannelGroup> {
  const group = (await defaultChannelGroups(tx)).find((one) => one.id === id);
  if (group === undefined) throw badRequest(`Default channel group with id '${id}' does not exist.`);
  return group;
}

async function requireFreeName(tx: WriteTx, name: string): Promise<void> {
  const groups = await defaultChannelGroups(tx);
  if (groups.length >= MAX_GROUPS)
    throw badRequest(`An organization can have at most ${MAX_GROUPS} default channel groups.`);
  if (groups.some((group) => group.name === name))
    throw badRequest(`Default channel group '${name}' already exists`);
}

/** Returns the ids of the public channels with these names. */
async function channelsNamed(tx: WriteTx, actor: Account, names: readonly string[]): Promise<number[]> {
  const wanted = new Map(names.map((name) => [channelKey(name), name]));
  const channels = await channelsCalled(tx, actor, [...wanted.keys()]);
  const found = new Map(channels.map((channel) => [channelKey(channel.name), channel]));
  return [...wanted].map(([key, name]) => {
    const channel = found.get(key);
    if (channel === undefined || channel.is_archived) throw noSuchChannel({ name });
    if (channel.invite_only) throw badRequest('A default channel cannot be private.');
    return channel.id;
  });
}

export const defaultChannelGroupRoutes: AnyRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/default_stream_groups/create',
    auth: 'user',
    needs: 'administrator',
    creates: true,
    summary: 'Makes a set of channels that newcomers can choose',
    params: { group_name: groupName(), description: groupDescription(), stream_names: streamNames() },
    returns: Type.Object({}),
    handler: ({ params, write }) =>
      write(async (tx, actor) => {
        await requireFreeName(tx, params.group_name);
        const channelIds = await channelsNamed(tx, actor, params.stream_names);
        await addChannels(tx, await insertGroup(tx, params.group_name, params.description), channelIds);
        await changed(tx);
        return {};
      }),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/default_stream_groups/:group_id',
    auth: 'user',
    needs: 'administrator',
    summary: 'Gives a set of channels another name or description',
    pathParams,
    params: { new_group_name: optional(groupName()), new_description: optional(groupDescription()) },
    returns: Type.Object({}),
    handler: ({ params, path, write }) =>
      write(async (tx) => {
        const group = await find(tx, path.group_id);
        const { new_group_name: name = group.name, new_description: description = group.description } =
          params;
        if (name === group.name && description === group.description)
          throw badRequest('You must pass "new_description" or "new_group_name".');
        if (name !== group.name) await requireFreeName(tx, name);
        await updateGroup(tx, { id: group.id, name, description });
        await changed(tx);
        return {};
      }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/default_stream_groups/:group_id',
    auth: 'user',
    needs: 'administrator',
    summary: 'Deletes a set of channels; the channels stay',
    pathParams,
    params: {},
    returns: Type.Object({}),
    handler: ({ path, write }) =>
      write(async (tx) => {
        await deleteGroup(tx, (await find(tx, path.group_id)).id);
        await changed(tx);
        return {};
      }),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/default_stream_groups/:group_id/streams',
    auth: 'user',
    needs: 'administrator',
    summary: 'Adds channels to a set or takes them out',
    pathParams,
    params: { op: oneOf(['add', 'remove']), stream_names: streamNames() },
    returns: Type.Object({}),
    handler: ({ params, path, write }) =>
      write(async (tx, actor) => {
        const group = await find(tx, path.group_id);
        const channelIds = await channelsNamed(tx, actor, params.stream_names);
        const wrong = channelIds.findIndex(
          (one) => group.channel_ids.includes(one) === (params.op === 'add'),
        );
        if (wrong !== -1)
          throw badRequest(
            `Channel '${params.stream_names[wrong]}' is ${params.op === 'add' ? 'already' : 'not'} in the group '${group.name}'`,
          );
        await (params.op === 'add' ? addChannels : removeChannels)(tx, group.id, channelIds);
        await changed(tx);
        return {};
      }),
  }),
];
