import { can, isAdministrator, isInGroup, type PermissionSource } from '../access/permissions.js';
import { type Account, isGuest } from '../users/account.js';
import { type Channel, type ChannelGroupSetting, permissionOf } from './channel.js';

/**
 * Returns true if the person is in the group of the channel's setting; settings of the organization may give the right
 * as well.
 */
export function channelGives(
  source: PermissionSource,
  channel: Channel,
  setting: ChannelGroupSetting,
  person: Account,
): Promise<boolean> {
  return isInGroup(source, permissionOf(channel, setting), person);
}

/** True if the person may know that the channel exists. `knownChannel` is the same rule in SQL. */
export function mayKnow(channel: Channel, person: Account, isSubscribed: boolean): boolean {
  if (isSubscribed || isAdministrator(person)) return true;
  return !channel.invite_only && !isGuest(person);
}

/**
 * Returns true if the person may archive or change the channel: administrators, and members of the group that the
 * channel's setting names; never bots and guests.
 */
export async function mayAdminister(
  source: PermissionSource,
  channel: Channel,
  person: Account,
): Promise<boolean> {
  if (isGuest(person) || person.is_bot) return false;
  return isAdministrator(person) || channelGives(source, channel, 'can_administer_channel_group', person);
}

export async function mayAddOthers(
  source: PermissionSource,
  channel: Channel,
  person: Account,
): Promise<boolean> {
  if (isGuest(person)) return false;
  return (
    (await can(source, 'can_add_subscribers_group', person)) ||
    (await channelGives(source, channel, 'can_add_subscribers_group', person)) ||
    (await mayAdminister(source, channel, person))
  );
}

export async function mayRemoveOthers(
  source: PermissionSource,
  channel: Channel,
  person: Account,
): Promise<boolean> {
  if (isGuest(person)) return false;
  return (
    (await channelGives(source, channel, 'can_remove_subscribers_group', person)) ||
    (await mayAdminister(source, channel, person))
  );
}

/** True if the person may subscribe to the channel without being added by another person. */
export async function maySubscribe(
  source: PermissionSource,
  channel: Channel,
  person: Account,
): Promise<boolean> {
  if (isGuest(person)) return false;
  if (!channel.invite_only) return true;
  return (
    (await channelGives(source, channel, 'can_subscribe_group', person)) ||
    (await channelGives(source, channel, 'can_add_subscribers_group', person))
  );
}
