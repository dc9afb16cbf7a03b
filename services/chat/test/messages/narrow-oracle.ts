/**
 * A model of visibility and narrows over plain arrays, written from the rules of the contract. The model shares no
 * code with the service, so that the tests can compare the two.
 */
export interface OraclePerson {
  id: number;
  email: string;
  isGuest: boolean;
}

export interface OracleChannel {
  id: number;
  name: string;
  isPrivate: boolean;
  publicHistory: boolean;
  subscribers: Set<number>;
}

export interface OracleMessage {
  id: number;
  sender: number;
  channel: OracleChannel | undefined;
  topic: string;
  /** Ids of all people of a direct message. */
  people: number[];
  text: string;
  hasLink: boolean;
  reacted: boolean;
  received: Set<number>;
  flags: Map<number, Set<string>>;
}

export interface OracleWorld {
  people: OraclePerson[];
  channels: OracleChannel[];
  messages: OracleMessage[];
  /** Muted channels as `user:channel`. */
  mutedChannels: Set<string>;
  /** `user:channel:topic in lower case` → policy */
  topicPolicies: Map<string, number>;
}

export function canSee(person: OraclePerson, message: OracleMessage): boolean {
  const { channel } = message;
  if (channel === undefined) return message.people.includes(person.id);
  if (!channel.isPrivate && !person.isGuest) return true;
  if (!channel.subscribers.has(person.id)) return false;
  return channel.publicHistory || message.received.has(person.id);
}

type Term = [operator: string, operand: unknown, negated?: boolean];

const PREFIX = '✔ ';

function isMuted(world: OracleWorld, person: OraclePerson, message: OracleMessage): boolean {
  if (message.channel === undefined) return false;
  const policy =
    world.topicPolicies.get(`${person.id}:${message.channel.id}:${message.topic.toLowerCase()}`) ?? 0;
  if (policy === 1) return true;
  if (policy > 1) return false;
  return (
    world.mutedChannels.has(`${person.id}:${message.channel.id}`) &&
    message.channel.subscribers.has(person.id)
  );
}

function meets(world: OracleWorld, person: OraclePerson, message: OracleMessage, term: Term): boolean {
  const [operator, operand] = term;
  const flags = message.flags.get(person.id) ?? new Set(['read', 'historical']);
  const others = (people: number[]) => [...new Set([...people, person.id])].sort((a, b) => a - b).join();
  switch (operator) {
    case 'channel':
      return message.channel?.name === operand || message.channel?.id === operand;
    case 'channels':
      return message.channel !== undefined && !message.channel.isPrivate;
    case 'topic':
      return message.channel !== undefined && message.topic.toLowerCase() === String(operand).toLowerCase();
    case 'sender':
      return operand === 'me' ? message.sender === person.id : message.sender === operand;
    case 'dm':
      return (
        message.channel === undefined &&
        [...message.people].sort((a, b) => a - b).join() === others(operand as number[])
      );
    case 'dm-including':
      return (
        message.channel === undefined && (operand as number[]).every((id) => message.people.includes(id))
      );
    case 'id':
      return message.id === operand;
    case 'near':
      return true;
    case 'has':
      return operand === 'link' ? message.hasLink : message.reacted;
    case 'in':
      return operand === 'all' || !isMuted(world, person, message);
    case 'search':
      return String(operand)
        .toLowerCase()
        .split(' ')
        .every((word) =>
          `${message.topic} ${message.text}`
            .toLowerCase()
            .split(/[^a-z]+/)
            .includes(word),
        );
    case 'is':
      switch (operand) {
        case 'dm':
          return message.channel === undefined;
        case 'unread':
          return !flags.has('read');
        case 'starred':
          return flags.has('starred');
        case 'mentioned':
          return flags.has('mentioned');
        case 'resolved':
          return message.channel !== undefined && message.topic.startsWith(PREFIX);
        case 'followed':
          return (
            message.channel !== undefined &&
            world.topicPolicies.get(`${person.id}:${message.channel.id}:${message.topic.toLowerCase()}`) === 3
          );
        case 'muted':
          return isMuted(world, person, message);
      }
  }
  throw new Error(`the oracle does not know ${JSON.stringify(term)}`);
}

/** Returns the ids of a narrow's messages that the person sees, ascending. */
export function narrowed(world: OracleWorld, person: OraclePerson, terms: Term[]): number[] {
  // A narrow covers only messages for which the person has a row, unless it names a channel, a single id or all public
  // channels.
  const wide = terms.some(
    ([operator, , negated]) => !negated && ['channel', 'channels', 'id'].includes(operator),
  );
  return world.messages
    .filter((message) => canSee(person, message) && (wide || message.flags.has(person.id)))
    .filter((message) => terms.every((term) => meets(world, person, message, term) !== (term[2] ?? false)))
    .map((message) => message.id)
    .sort((a, b) => a - b);
}
