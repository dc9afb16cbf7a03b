import { session } from '../session.svelte.js';
import { POLICY } from '../team/channels.svelte.js';
import { tallies } from './tallies.svelte.js';

/** Values of the setting `desktop_icon_count_display`. */
const COUNTED = { all: 1, personalAndFollowed: 2, personal: 3, none: 4 } as const;

/**
 * Returns the number of unread messages to show in the window's title. The window's icon has a mark if the number is
 * above 0.
 */
export function attention(): number {
  const { unread, channels, organization } = session.team;
  const counted = organization.settings.desktop_icon_count_display;
  if (counted === COUNTED.none) return 0;
  if (counted === COUNTED.all) return tallies().total;
  return unread.countWhere((key) => {
    if (!key.startsWith('c:')) return true;
    if (counted === COUNTED.personal) return false;
    return channels.policy(Number(key.split(':')[1]), unread.topicOf(key)) === POLICY.followed;
  });
}
