import Type from 'typebox';
import { GROUP_VALUE } from '../organization/group-value.js';
import { groupSettings } from './parameters.js';

const fields = {
  stream_id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  rendered_description: Type.String(),
  date_created: Type.Integer(),
  creator_id: Type.Union([Type.Integer(), Type.Null()]),
  invite_only: Type.Boolean(),
  is_web_public: Type.Boolean(),
  is_archived: Type.Boolean(),
  history_public_to_subscribers: Type.Boolean(),
  first_message_id: Type.Union([Type.Integer(), Type.Null()]),
  message_retention_days: Type.Union([Type.Integer(), Type.Null()]),
  topics_policy: Type.String(),
  folder_id: Type.Union([Type.Integer(), Type.Null()]),
  is_recently_active: Type.Boolean(),
  stream_weekly_traffic: Type.Union([Type.Integer(), Type.Null()]),
  subscriber_count: Type.Integer(),
  is_announcement_only: Type.Boolean(),
  stream_post_policy: Type.Integer(),
  is_default: Type.Optional(Type.Boolean()),
  ...groupSettings(() => GROUP_VALUE),
};

const inherited = Type.Union([Type.Boolean(), Type.Null()]);

/** A channel in a response. Times are UNIX seconds. */
export const CHANNEL = Type.Object(fields);

/** A channel with the caller's own settings. */
export const SUBSCRIPTION = Type.Object({
  ...fields,
  color: Type.String(),
  is_muted: Type.Boolean(),
  in_home_view: Type.Boolean(),
  pin_to_top: Type.Boolean(),
  desktop_notifications: inherited,
  audible_notifications: inherited,
  push_notifications: inherited,
  email_notifications: inherited,
  wildcard_mentions_notify: inherited,
  subscribers: Type.Optional(Type.Array(Type.Integer())),
});
