import { session } from '../session.svelte.js';
import { formatNarrow, type Narrow, type Term } from './narrow.js';

/** Returns the URL of a narrow within the page; ids in the URL are followed by names. */
export function link(narrow: Narrow): string {
  return formatNarrow(narrow, nameOf);
}

function nameOf({ operator, operand }: Term): string | undefined {
  const { channels, people } = session.team;
  if (operator === 'channel') return channels.all.get(Number(operand))?.name;
  if (operator === 'sender') return people.users.get(Number(operand))?.full_name;
  if (operator === 'dm' && Array.isArray(operand))
    return operand.length > 1 ? 'group' : people.users.get(operand[0] ?? 0)?.full_name;
  return undefined;
}
