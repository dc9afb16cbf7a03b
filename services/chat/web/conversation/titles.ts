import { destinationOf, type Narrow, termOf } from '../places/narrow.js';
import { session } from '../session.svelte.js';

const VIEWS: Record<string, string> = {
  dm: 'Direct messages',
  starred: 'Starred',
  mentioned: 'Mentions',
  unread: 'Unread',
  followed: 'Followed topics',
};

/** Returns the title of a narrow, for the header of the view and for the window. */
export function titleOf(place: Narrow): string {
  const { channels, people, organization } = session.team;
  const narrow = place.filter(({ operator }) => operator !== 'near');
  const destination = destinationOf(narrow);
  if (destination?.kind === 'direct') {
    const others = destination.userIds.filter((id) => id !== people.me);
    return others.length === 0 ? 'Notes to yourself' : people.names(others);
  }
  if (destination !== undefined) {
    const channel = `#${channels.name(destination.channelId)}`;
    return destination.topic === undefined
      ? channel
      : `${channel} › ${organization.topicName(destination.topic)}`;
  }
  const words = termOf(narrow, 'search')?.operand;
  if (words !== undefined || narrow.length > 1) return `Search: ${writeSearch(narrow)}`;
  const [term] = narrow;
  if (term?.operator === 'is') return VIEWS[String(term.operand)] ?? writeSearch(narrow);
  if (term === undefined || term.operator === 'in') return 'All messages';
  if (term.operator === 'sender' && typeof term.operand === 'number')
    return `Messages from ${people.name(term.operand)}`;
  return writeSearch(narrow);
}

/** Returns a narrow in the syntax of the search box. */
export function writeSearch(narrow: Narrow): string {
  const { channels, people } = session.team;
  return narrow
    .filter(({ operator }) => operator !== 'near')
    .map(({ operator, operand, negated }) => {
      const sign = negated ? '-' : '';
      if (operator === 'search') return `${sign}${operand}`;
      let text = String(operand);
      if (operator === 'channel' && typeof operand === 'number') text = channels.name(operand);
      if (operator === 'sender' && typeof operand === 'number') text = people.name(operand);
      if (Array.isArray(operand)) text = operand.map((id) => people.name(id)).join(',');
      return `${sign}${operator}:${/\s/.test(text) ? `"${text}"` : text}`;
    })
    .join(' ');
}
