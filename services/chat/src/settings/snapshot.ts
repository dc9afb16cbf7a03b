import type { SnapshotPart } from '../events/snapshot.js';
import { EMOJI_SETS, NOTIFICATION_SOUNDS, userSettings } from './definitions.js';

/** The caller's settings in the answer to POST /register. */
export const settingsSnapshot: SnapshotPart = {
  types: ['user_settings'],
  read: async ({ directory, user }) => {
    const { settings } = await directory.organization();
    return {
      user_settings: {
        ...userSettings(user.settings, settings.default_language),
        available_notification_sounds: [...NOTIFICATION_SOUNDS],
        emojiset_choices: [...EMOJI_SETS],
      },
    };
  },
};
