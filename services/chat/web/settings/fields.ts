/** A setting that the user can change on the page, with the data of its input. */
export interface SettingField {
  name: string;
  label: string;
  choices?: readonly (readonly [value: string | number, label: string])[];
  /** Smallest and largest value of a setting that is a number. */
  range?: readonly [least: number, most: number];
}

export const APPEARANCE: readonly SettingField[] = [
  {
    name: 'color_scheme',
    label: 'Colours',
    choices: [
      [1, 'Same as the system'],
      [3, 'Light'],
      [2, 'Dark'],
    ],
  },
  { name: 'web_font_size_px', label: 'Size of text in pixels', range: [12, 32] },
  { name: 'web_line_height_percent', label: 'Height of lines in percent', range: [100, 200] },
  { name: 'twenty_four_hour_time', label: '24-hour times, such as 17:00' },
  {
    name: 'web_home_view',
    label: 'The page opens with',
    choices: [
      ['inbox', 'the inbox'],
      ['recent_topics', 'recent conversations'],
      ['all_messages', 'all messages'],
    ],
  },
  { name: 'web_escape_navigates_to_home_view', label: 'Escape opens that view' },
  { name: 'enter_sends', label: 'Enter sends a message; Shift+Enter begins a line' },
  {
    name: 'web_mark_read_on_scroll_policy',
    label: 'Seeing a message marks it as read',
    choices: [
      [1, 'always'],
      [2, 'in a conversation, not in mixed views'],
      [3, 'never'],
    ],
  },
  { name: 'web_navigate_to_sent_message', label: 'After sending, go to that conversation' },
  { name: 'display_emoji_reaction_users', label: 'Show who reacted, if only a few people did' },
];

export const NOTIFICATIONS: readonly SettingField[] = [
  { name: 'enable_desktop_notifications', label: 'Notify of direct messages and mentions' },
  { name: 'pm_content_in_desktop_notifications', label: 'Show the text of direct messages in notifications' },
  { name: 'enable_sounds', label: 'Play a sound for them' },
  { name: 'enable_stream_desktop_notifications', label: 'Notify of all messages in channels' },
  { name: 'enable_stream_audible_notifications', label: 'Play a sound for all messages in channels' },
  { name: 'enable_followed_topic_desktop_notifications', label: 'Notify of messages in followed topics' },
  {
    name: 'enable_followed_topic_audible_notifications',
    label: 'Play a sound for messages in followed topics',
  },
  { name: 'wildcard_mentions_notify', label: 'Treat @all as a mention' },
  {
    name: 'desktop_icon_count_display',
    label: 'Count in the title of the window',
    choices: [
      [1, 'all unread messages'],
      [2, 'direct messages, mentions and followed topics'],
      [3, 'direct messages and mentions'],
      [4, 'nothing'],
    ],
  },
  { name: 'enable_offline_email_notifications', label: 'Send a mail for what I miss while I am away' },
  { name: 'message_content_in_email_notifications', label: 'Put the text of messages into mails' },
  { name: 'enable_login_emails', label: 'Send a mail when I sign in on a new device' },
];

export const PRIVACY: readonly SettingField[] = [
  { name: 'presence_enabled', label: 'Show others when I am online' },
  { name: 'send_private_typing_notifications', label: 'Show others when I am typing, in direct messages' },
  { name: 'send_stream_typing_notifications', label: 'Show others when I am typing, in channels' },
  { name: 'receives_typing_notifications', label: 'Show me who is typing' },
  { name: 'send_read_receipts', label: 'Show others what I have read' },
  {
    name: 'email_address_visibility',
    label: 'Who sees my e-mail address',
    choices: [
      [1, 'everyone'],
      [2, 'members'],
      [5, 'moderators'],
      [3, 'administrators'],
      [4, 'no one'],
    ],
  },
];
