import { emojiTable } from '../emoji/emoji.svelte.js';
import { session } from '../session.svelte.js';

/** A completion of the text before the cursor. */
export interface Suggestion {
  /** Text shown in the list. */
  label: string;
  detail: string;
  /** Text that replaces the typed part. */
  insert: string;
}

export interface Completion {
  /** Position in the text where the typed part starts. */
  from: number;
  suggestions: readonly Suggestion[];
}

const MOST = 8;
const BEFORE = '(^|[\\s(\\[{>"\'])';
const PERSON = new RegExp(`${BEFORE}@(_?)([^@*\\n]{0,40})$`);
const TOPIC = /#\*\*([^*>\n]{1,60})\*\*>([^\n]{0,60})$/;
const CHANNEL = new RegExp(`${BEFORE}#([^#*\\n]{0,40})$`);
const EMOJI = new RegExp(`${BEFORE}:([a-z0-9_+-]{2,40})$`, 'i');
const COMMAND = /^\/([a-z]*)$/;
const COMMANDS = [
  { label: '/me', detail: 'say what you do' },
  { label: '/poll', detail: 'ask a question; one option in each line below' },
  { label: '/todo', detail: 'share a list; one task in each line below' },
];

/**
 * Returns completions of the text before the cursor, or undefined.
 * Calls `onLoaded` when names from the service have arrived.
 */
export function complete(before: string, onLoaded: () => void): Completion | undefined {
  for (const source of [people, topics, channels, emoji, commands]) {
    const found = source(before, onLoaded);
    if (found !== undefined && found.suggestions.length > 0) return found;
  }
  return undefined;
}

/**
 * Returns 0 for a name that begins with the query, 1 if another word of the name begins with the query, 2 if the name
 * contains the query, otherwise 3.
 */
export function rank(name: string, words: string): number {
  const text = name.toLowerCase();
  const key = words.toLowerCase();
  if (text.startsWith(key)) return 0;
  return text.split(/[\s\-_.]+/).some((word) => word.startsWith(key)) ? 1 : text.includes(key) ? 2 : 3;
}

function best<T>(all: Iterable<T>, name: (item: T) => string, words: string): T[] {
  return [...all]
    .map((item) => ({ item, rank: rank(name(item), words) }))
    .filter((one) => one.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ item }) => item);
}

function people(before: string): Completion | undefined {
  const match = PERSON.exec(before);
  if (match === null) return undefined;
  const [, , silent = '', words = ''] = match;
  // These words are a complete mention that is followed by a sentence.
  if (words.includes('  ') || words.split(' ').length > 4) return undefined;
  const { people } = session.team;
  const named = best(people.ordered, (user) => user.full_name, words);
  const isAmbiguous = (name: string) =>
    people.ordered.filter((user) => user.full_name.toLowerCase() === name.toLowerCase()).length > 1;
  const users = named.map((user) => ({
    label: user.full_name,
    detail: user.is_bot ? 'bot' : (user.delivery_email ?? ''),
    insert: `@${silent}**${user.full_name}${isAmbiguous(user.full_name) ? `|${user.user_id}` : ''}** `,
  }));
  const groups = best(
    [...people.groups.values()].filter((group) => !group.is_system_group && !group.deactivated),
    (group) => group.name,
    words,
  ).map(({ name, description }) => ({
    label: name,
    detail: description || 'group',
    insert: `@${silent}*${name}* `,
  }));
  const wildcards = [
    { name: 'all', detail: 'everyone in the channel or conversation' },
    { name: 'topic', detail: 'everyone who took part in the topic' },
  ]
    .filter(({ name }) => words !== '' && name.startsWith(words.toLowerCase()))
    .map(({ name, detail }) => ({ label: name, detail, insert: `@${silent}**${name}** ` }));
  return {
    from: before.length - words.length - silent.length - 1,
    suggestions: [...users, ...groups, ...wildcards].slice(0, MOST),
  };
}

function channels(before: string): Completion | undefined {
  const match = CHANNEL.exec(before);
  if (match === null) return undefined;
  const [, , words = ''] = match;
  const found = best(
    [...session.team.channels.all.values()].filter((channel) => !channel.is_archived),
    (channel) => channel.name,
    words,
  );
  return {
    from: before.length - words.length - 1,
    suggestions: found.map(({ name, description }) => ({
      label: `#${name}`,
      detail: description,
      insert: `#**${name}**`,
    })),
  };
}

function topics(before: string, onLoaded: () => void): Completion | undefined {
  const match = TOPIC.exec(before);
  if (match === null) return undefined;
  const [whole, channelName = '', words = ''] = match;
  const { channels } = session.team;
  const channel = channels.byName(channelName);
  if (channel === undefined) return undefined;
  const known = channels.topics.get(channel.stream_id);
  const loading = channels.loadTopics(channel.stream_id);
  if (known === undefined) void loading.then(() => channels.topics.has(channel.stream_id) && onLoaded());
  return {
    from: before.length - whole.length,
    suggestions: best(known ?? [], (topic) => topic.name, words).map(({ name }) => ({
      label: session.team.organization.topicName(name),
      detail: `topic of #${channel.name}`,
      insert: `#**${channel.name}>${name}** `,
    })),
  };
}

function emoji(before: string, onLoaded: () => void): Completion | undefined {
  const match = EMOJI.exec(before);
  if (match === null) return undefined;
  if (!emojiTable.isLoaded) void emojiTable.load().then(() => emojiTable.isLoaded && onLoaded());
  const [, , words = ''] = match;
  return {
    from: before.length - words.length - 1,
    suggestions: emojiTable.find(words, MOST).map(({ name, character }) => ({
      label: `${character ?? ''} :${name}:`,
      detail: '',
      insert: `:${name}: `,
    })),
  };
}

function commands(before: string): Completion | undefined {
  const match = COMMAND.exec(before);
  const found = match === null ? [] : COMMANDS.filter(({ label }) => label.startsWith(match[0]));
  return { from: 0, suggestions: found.map((command) => ({ ...command, insert: `${command.label} ` })) };
}
