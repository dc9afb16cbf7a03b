import type { ChannelPayload } from '../channels/payload.js';

/** A row of `subscription`: one user's preferences for one channel. Null means the user's setting. */
export interface Subscription {
  channel_id: number;
  user_id: number;
  is_active: boolean;
  color: string;
  is_muted: boolean;
  pin_to_top: boolean;
  desktop_notifications: boolean | null;
  audible_notifications: boolean | null;
  push_notifications: boolean | null;
  email_notifications: boolean | null;
  wildcard_mentions_notify: boolean | null;
}

export const NOTIFICATION_PROPERTIES = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const;
export type NotificationProperty = (typeof NOTIFICATION_PROPERTIES)[number];

/** A property in its stored form. Clients also know `in_home_view`, which is the opposite of `is_muted`. */
export type SubscriptionProperty = 'color' | 'is_muted' | 'pin_to_top' | NotificationProperty;

export type SubscriptionPayload = ChannelPayload &
  Pick<Subscription, 'color' | 'is_muted' | 'pin_to_top' | NotificationProperty> & {
    in_home_view: boolean;
    subscribers?: number[];
  };

/**
 * `nullable` means that the client has the capability `notification_settings_null`; other clients get false for null.
 */
export function subscriptionPayload(
  channel: ChannelPayload,
  own: Subscription,
  options: { nullable: boolean; subscribers?: number[] },
): SubscriptionPayload {
  const shown = (value: boolean | null) => (options.nullable ? value : (value ?? false));
  return {
    ...channel,
    color: own.color,
    is_muted: own.is_muted,
    in_home_view: !own.is_muted,
    pin_to_top: own.pin_to_top,
    desktop_notifications: shown(own.desktop_notifications),
    audible_notifications: shown(own.audible_notifications),
    push_notifications: shown(own.push_notifications),
    email_notifications: shown(own.email_notifications),
    wildcard_mentions_notify: shown(own.wildcard_mentions_notify),
    ...(options.subscribers === undefined ? {} : { subscribers: options.subscribers }),
  };
}
