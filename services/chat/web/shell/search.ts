import { rank } from '../composer/suggestions.js';
import type { Narrow, Term } from '../places/narrow.js';
import { session } from '../session.svelte.js';

/** Operators that the search box offers, with their meanings. */
export const OPERATORS: readonly (readonly [operator: string, meaning: string])[] = [
  ['sender:', 'written by someone, or by me'],
  ['channel:', 'in a channel'],
  ['topic:', 'in a topic'],
  ['dm:', 'between you and someone'],
  ['has:link', 'with a link'],
  ['has:image', 'with a picture'],
  ['has:attachment', 'with a file'],
  ['has:reaction', 'with a reaction'],
  ['is:starred', 'starred by you'],
  ['is:mentioned', 'that mention you'],
  ['is:unread', 'not read yet'],
  ['is:dm', 'direct messages'],
  ['is:resolved', 'in resolved topics'],
  ['is:followed', 'in topics that you follow'],
];

const NAMES: Record<string, string> = {
  from: 'sender',
  stream: 'channel',
  subject: 'topic',
  'pm-with': 'dm',
};
const KNOWN = new Set([
  'sender',
  'channel',
  'topic',
  'dm',
  'dm-including',
  'has',
  'is',
  'in',
  'near',
  'id',
  'channels',
]);

/** Splits at spaces, except within quotes: `sender:"Ann Lee" "two words" rest`. */
export function words(text: string): string[] {
  return [...text.matchAll(/(?:[^\s"]+:)?"[^"]*"?|\S+/g)].map(([word]) => word);
}

/** Returns the narrow of a search, or the problem as text. Words without an operator are search words. */
export function readSearch(text: string): Narrow | string {
  const terms: Term[] = [];
  const plain: string[] = [];
  for (const word of words(text)) {
    const match = /^(-?)([a-z-]+):(.+)$/.exec(word);
    const operator = NAMES[match?.[2] ?? ''] ?? match?.[2] ?? '';
    if (match === null || !KNOWN.has(operator)) {
      plain.push(word);
      continue;
    }
    const operand = readOperand(operator, match[3]!.replaceAll('"', ''));
    if (operand === undefined) return `There is no ${match[3]} here.`;
    terms.push({ operator, operand, ...(match[1] === '-' ? { negated: true } : {}) });
  }
  if (plain.length > 0) terms.push({ operator: 'search', operand: plain.join(' ') });
  return terms;
}

function readOperand(operator: string, text: string): Term['operand'] | undefined {
  const { channels, people } = session.team;
  if (operator === 'channel') return channels.byName(text)?.stream_id ?? bestChannel(text);
  if (operator === 'sender') return text.toLowerCase() === 'me' ? people.me : bestPerson(text);
  if (operator === 'dm' || operator === 'dm-including') {
    const ids = text.split(',').map((name) => bestPerson(name.trim()));
    return ids.includes(undefined) ? undefined : (ids as number[]);
  }
  if (operator === 'near' || operator === 'id') return /^\d+$/.test(text) ? Number(text) : undefined;
  return text;
}

function bestPerson(name: string): number | undefined {
  const users = [...session.team.people.users.values()];
  const exact = users.find((user) => user.full_name.toLowerCase() === name.toLowerCase());
  return (exact ?? users.find((user) => rank(user.full_name, name) < 2))?.user_id;
}

function bestChannel(name: string): number | undefined {
  return [...session.team.channels.all.values()].find((channel) => rank(channel.name, name) < 2)?.stream_id;
}

export interface SearchHint {
  /** Text of the whole search if the reader chooses this hint. */
  text: string;
  label: string;
  detail: string;
}

/** Returns hints that complete the last word. */
export function hints(text: string): SearchHint[] {
  const all = words(text);
  const last = text.endsWith(' ') ? '' : (all.pop() ?? '');
  const before = all.length === 0 ? '' : `${all.join(' ')} `;
  const quoted = (name: string) => (/\s/.test(name) ? `"${name}"` : name);
  const match = /^(-?)(sender|from|channel|stream|dm|topic):"?(.*?)"?$/.exec(last);
  if (match !== null) {
    const [, sign, operator, part = ''] = match;
    const { people, channels } = session.team;
    const names =
      operator === 'sender' || operator === 'from' || operator === 'dm'
        ? people.ordered.map((user) => user.full_name)
        : operator === 'topic'
          ? [...channels.topics.values()].flat().map((topic) => topic.name)
          : [...channels.all.values()].map((channel) => channel.name);
    return [...new Set(names)]
      .filter((name) => rank(name, part) < 3)
      .sort((a, b) => rank(a, part) - rank(b, part))
      .slice(0, 8)
      .map((name) => ({
        text: `${before}${sign}${operator}:${quoted(name)} `,
        label: `${operator}:${name}`,
        detail: '',
      }));
  }
  return OPERATORS.filter(([operator]) => operator.startsWith(last.toLowerCase()))
    .slice(0, 8)
    .map(([operator, meaning]) => ({
      text: `${before}${operator}${operator.endsWith(':') ? '' : ' '}`,
      label: operator,
      detail: meaning,
    }));
}
