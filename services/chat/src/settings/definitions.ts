import Type from 'typebox';
import { invalidVariable } from '../http/errors.js';
import {
  boolean,
  custom,
  historicOneOf,
  historicText,
  integer,
  oneOf,
  type Parameter,
} from '../http/parameters.js';

/** A setting of a user: its parameter and its initial value. */
export interface SettingDefinition<T = unknown> {
  parameter: Parameter<T>;
  initial: T;
}

const flag = (initial: boolean): SettingDefinition<boolean> => ({ parameter: boolean(), initial });
const choice = <const T extends string | number>(initial: T, values: readonly T[]): SettingDefinition<T> => ({
  parameter: oneOf(values),
  initial,
});
const number = (initial: number, min: number, max: number): SettingDefinition<number> => ({
  parameter: integer({ min, max }),
  initial,
});

export const NOTIFICATION_SOUNDS = ['ding', 'chime', 'bell', 'pop', 'knock', 'zulip'] as const;
export const EMOJI_SETS = [
  { key: 'google', text: 'Google' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
] as const;

const CODES = [1, 2, 3] as const;
const POLICIES = [1, 2, 3, 4] as const;

/** Languages that a user can choose, for clients that are translated. The texts of the service are in English only. */
function language(): Parameter<string> {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  return checked(historicText({ max: 50 }), (tag) => {
    try {
      return names.of(tag) !== undefined;
    } catch {
      return false;
    }
  });
}

/** Name of an IANA time zone; empty for the zone of the user's device. */
function timeZone(): Parameter<string> {
  return checked(historicText({ max: 100 }), (zone) => {
    if (zone === '') return true;
    // Intl accepts offsets such as +01:00, which do not name a zone.
    if (!/^[A-Za-z]/.test(zone)) return false;
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
    } catch {
      return false;
    }
  });
}

function checked(inner: Parameter<string>, isRight: (value: string) => boolean): Parameter<string> {
  return custom({
    schema: Type.String(),
    decode: (text, name) => inner.fromText(text, name),
    check: (value, name) => {
      const text = inner.check(value, name);
      if (!isRight(text)) throw invalidVariable(name, 'is not a known value');
      return text;
    },
  });
}

/** All settings of a user by name. Each is a parameter of PATCH /settings and a field of `user_settings`. */
export const SETTINGS = {
  twenty_four_hour_time: flag(false),
  web_mark_read_on_scroll_policy: choice(1, CODES),
  web_channel_default_view: choice(1, POLICIES),
  starred_message_counts: flag(true),
  receives_typing_notifications: flag(true),
  web_suggest_update_timezone: flag(true),
  fluid_layout_width: flag(false),
  high_contrast_mode: flag(false),
  web_font_size_px: number(16, 8, 48),
  web_line_height_percent: number(140, 100, 250),
  color_scheme: choice(1, CODES),
  enable_drafts_synchronization: flag(true),
  translate_emoticons: flag(false),
  display_emoji_reaction_users: flag(true),
  default_language: { parameter: language(), initial: 'en' },
  web_home_view: {
    parameter: historicOneOf(['inbox', 'recent_topics', 'all_messages', 'recent'] as const),
    initial: 'inbox',
  },
  web_escape_navigates_to_home_view: flag(true),
  left_side_userlist: flag(false),
  emojiset: { parameter: historicOneOf(EMOJI_SETS.map(({ key }) => key)), initial: 'google' },
  demote_inactive_streams: choice(1, CODES),
  user_list_style: choice(2, CODES),
  web_animate_image_previews: choice('on_hover', ['always', 'on_hover', 'never']),
  web_stream_unreads_count_display_policy: choice(2, CODES),
  hide_ai_features: flag(false),
  web_left_sidebar_show_channel_folders: flag(true),
  web_left_sidebar_unreads_count_summary: flag(true),
  timezone: { parameter: timeZone(), initial: '' },
  enable_stream_desktop_notifications: flag(false),
  enable_stream_email_notifications: flag(false),
  enable_stream_push_notifications: flag(false),
  enable_stream_audible_notifications: flag(false),
  notification_sound: { parameter: historicOneOf([...NOTIFICATION_SOUNDS, 'none']), initial: 'ding' },
  enable_desktop_notifications: flag(true),
  enable_sounds: flag(true),
  email_notifications_batching_period_seconds: number(120, 0, 604_800),
  enable_offline_email_notifications: flag(true),
  enable_offline_push_notifications: flag(true),
  enable_online_push_notifications: flag(true),
  enable_followed_topic_desktop_notifications: flag(true),
  enable_followed_topic_email_notifications: flag(true),
  enable_followed_topic_push_notifications: flag(true),
  enable_followed_topic_audible_notifications: flag(true),
  enable_digest_emails: flag(true),
  enable_marketing_emails: flag(true),
  enable_login_emails: flag(true),
  message_content_in_email_notifications: flag(true),
  pm_content_in_desktop_notifications: flag(true),
  wildcard_mentions_notify: flag(true),
  enable_followed_topic_wildcard_mentions_notify: flag(true),
  desktop_icon_count_display: choice(1, POLICIES),
  realm_name_in_email_notifications_policy: choice(1, CODES),
  automatically_follow_topics_policy: choice(1, POLICIES),
  automatically_unmute_topics_in_muted_streams_policy: choice(2, POLICIES),
  automatically_follow_topics_where_mentioned: flag(true),
  presence_enabled: flag(true),
  enter_sends: flag(false),
  email_address_visibility: choice(1, [1, 2, 3, 4, 5]),
  send_private_typing_notifications: flag(true),
  send_stream_typing_notifications: flag(true),
  send_read_receipts: flag(true),
  allow_private_data_export: flag(false),
  web_navigate_to_sent_message: flag(true),
  resolved_topic_notice_auto_read_policy: choice('except_followed', ['always', 'except_followed', 'never']),
  web_inbox_show_channel_folders: flag(true),
} as const satisfies Record<string, SettingDefinition<never> | SettingDefinition>;

export type SettingName = keyof typeof SETTINGS;
export type UserSettings = { -readonly [K in SettingName]: Settled<(typeof SETTINGS)[K]['initial']> };
type Settled<T> = T extends boolean ? boolean : T extends number ? number : string;

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** Returns all settings of a user, including defaults. The organization's language is the default language. */
export function userSettings(stored: Record<string, unknown>, organizationLanguage: string): UserSettings {
  const settings = Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].initial]));
  return { ...settings, default_language: organizationLanguage, ...stored } as UserSettings;
}

export function settingOf<K extends SettingName>(
  account: { settings: Record<string, unknown> },
  name: K,
): UserSettings[K] {
  return (account.settings[name] ?? SETTINGS[name].initial) as UserSettings[K];
}
