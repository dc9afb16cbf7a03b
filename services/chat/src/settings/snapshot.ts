import type { SnapshotContext, SnapshotPart } from '../events/snapshot.js';
import { EMOJI_SETS, NOTIFICATION_SOUNDS, userSettings } from './definitions.js';

/** The caller's settings in the answer to POST /register. */
export const settingsSnapshot: SnapshotPart = {
  types: ['user_settings'],
  read: async (context) => ({ user_settings: await settingsOf(context) }),
};

/**
 * Before feature level 89, the settings were members of the answer itself. zulip-terminal still reads them there: it
 * requests the old event types, and does not declare the capability `user_settings_object`.
 */
export const settingsSnapshotOfOldClients: SnapshotPart = {
  types: ['update_display_settings', 'update_global_notifications'],
  read: async (context) =>
    context.options.capabilities.includes('user_settings_object') ? {} : settingsOf(context),
};

async function settingsOf({ directory, user }: SnapshotContext) {
  const { settings } = await directory.organization();
  return {
    ...userSettings(user.settings, settings.default_language),
    available_notification_sounds: [...NOTIFICATION_SOUNDS],
    emojiset_choices: [...EMOJI_SETS],
  };
}
