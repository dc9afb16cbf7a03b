import Type from 'typebox';
import { invalidVariable } from '../http/errors.js';
import { parseJson } from '../http/json-text.js';
import { boolean, custom, id, nullable, oneOf, optional, type Parameter } from '../http/parameters.js';
import { type GroupValueChange, groupSetting } from '../organization/group-value.js';
import { CHANNEL_GROUP_SETTINGS, CHANNEL_TOPICS_POLICIES, type ChannelGroupSetting } from './channel.js';
import type { ChannelOptions } from './create.js';

export const CHANNEL_SETTING_NAMES = Object.keys(CHANNEL_GROUP_SETTINGS) as ChannelGroupSetting[];

/** One optional parameter for each group setting of a channel. */
export function groupSettings<P>(parameter: () => P): Record<ChannelGroupSetting, P> {
  return Object.fromEntries(CHANNEL_SETTING_NAMES.map((name) => [name, parameter()])) as Record<
    ChannelGroupSetting,
    P
  >;
}

/** Parameter for days: a number, `"realm_default"` (null) or `"unlimited"` (-1), with or without the quotes. */
export function retentionDays(): Parameter<number | null> {
  return custom<number | null>({
    schema: Type.Union([Type.Integer({ minimum: 1 }), Type.Enum(['realm_default', 'unlimited'])]),
    decode: (raw) => parseJson(raw) ?? raw,
    check: (value, name) => {
      if (value === 'realm_default') return null;
      if (value === 'unlimited') return -1;
      if (Number.isInteger(value) && (value as number) > 0 && (value as number) < 100_000)
        return value as number;
      throw invalidVariable(name, 'is neither a number of days nor "realm_default" nor "unlimited"');
    },
  });
}

/** Parameters that a request for a new channel may have. */
export const CREATION_PARAMETERS = {
  invite_only: optional(boolean(), false),
  is_web_public: optional(boolean(), false),
  is_default_stream: optional(boolean(), false),
  history_public_to_subscribers: optional(boolean()),
  message_retention_days: optional(retentionDays()),
  topics_policy: optional(oneOf(CHANNEL_TOPICS_POLICIES), 'inherit'),
  folder_id: optional(nullable(id())),
  ...groupSettings(() => optional(groupSetting())),
};

type Given = { [K in keyof typeof CREATION_PARAMETERS]?: unknown };

export function channelOptions(params: Given): ChannelOptions {
  const groups: ChannelOptions['groups'] = {};
  for (const name of CHANNEL_SETTING_NAMES) {
    const value = params[name] as GroupValueChange | undefined;
    if (value !== undefined) groups[name] = value;
  }
  return {
    inviteOnly: params.invite_only === true,
    isDefault: params.is_default_stream === true,
    historyPublic: params.history_public_to_subscribers as boolean | undefined,
    retentionDays: (params.message_retention_days as number | null | undefined) ?? null,
    topicsPolicy: params.topics_policy as ChannelOptions['topicsPolicy'],
    folderId: params.folder_id as number | null | undefined,
    groups,
  };
}
