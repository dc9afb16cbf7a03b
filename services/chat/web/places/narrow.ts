/**
 * Reads and writes narrows as URL fragments: `#narrow/channel/3-general/topic/lunch`, in the form of the API's
 * clients.
 */

export interface Term {
  operator: string;
  operand: string | number | number[];
  negated?: boolean;
}
export type Narrow = readonly Term[];

const SYNONYMS: Record<string, string> = {
  stream: 'channel',
  subject: 'topic',
  from: 'sender',
  'pm-with': 'dm',
  streams: 'channels',
};

/** Operators whose operand is an id followed by a name: `3-general`. */
const WITH_SLUG = new Set(['channel', 'sender', 'dm', 'dm-including']);

export function encodePart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('.', '%2E')
    .replace(/[!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');
}

/**
 * Decodes a part of a fragment. A part that cannot be decoded is returned unchanged, because users also write links.
 */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'));
  } catch {
    return text;
  }
}

export function formatNarrow(
  narrow: Narrow,
  nameOf: (term: Term) => string | undefined = () => undefined,
): string {
  const parts = narrow.map((term) => {
    const { operator, operand, negated } = term;
    const name = WITH_SLUG.has(operator) ? nameOf(term) : undefined;
    const slug = name === undefined ? '' : `-${encodePart(name.replaceAll(' ', '-'))}`;
    const text = Array.isArray(operand) ? operand.join(',') : encodePart(String(operand));
    return `${negated ? '-' : ''}${operator}/${text}${slug}`;
  });
  return `#narrow/${parts.join('/')}`;
}

/** Returns the terms of a fragment that begins with `#narrow/`; undefined for any other fragment. */
export function parseNarrow(hash: string): Narrow | undefined {
  const [first, ...parts] = hash.replace(/^#/, '').split('/');
  if (first !== 'narrow' || parts.length < 2) return undefined;
  const terms: Term[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const written = parts[index]!;
    const negated = written.startsWith('-');
    const word = negated ? written.slice(1) : written;
    const operator = SYNONYMS[word] ?? word;
    terms.push({
      operator,
      operand: operandOf(operator, parts[index + 1]!),
      ...(negated ? { negated } : {}),
    });
  }
  return terms;
}

function operandOf(operator: string, text: string): Term['operand'] {
  if (operator === 'dm' || operator === 'dm-including') {
    const ids = /^([0-9]+(?:,[0-9]+)*)(?:-.*)?$/.exec(text);
    if (ids !== null) return ids[1]!.split(',').map(Number);
  } else if (operator === 'channel' || operator === 'sender') {
    const id = /^([0-9]+)(?:-.*)?$/.exec(text);
    if (id !== null) return Number(id[1]);
  } else if (operator === 'near' || operator === 'with' || operator === 'id') {
    if (/^[0-9]{1,15}$/.test(text)) return Number(text);
  }
  return decodePart(text);
}

export const termOf = (narrow: Narrow, operator: string): Term | undefined =>
  narrow.find((term) => term.operator === operator && !term.negated);

/** The destination of a message that is written in a narrow of one conversation or one channel. */
export type Destination =
  | { kind: 'channel'; channelId: number; topic: string | undefined }
  | { kind: 'direct'; userIds: number[] };

export function destinationOf(narrow: Narrow): Destination | undefined {
  const rest = narrow.filter(({ operator }) => operator !== 'near' && operator !== 'with');
  if (rest.some((term) => term.negated)) return undefined;
  const [first, second] = rest;
  if (first?.operator === 'channel' && typeof first.operand === 'number') {
    if (rest.length === 1) return { kind: 'channel', channelId: first.operand, topic: undefined };
    if (rest.length === 2 && second?.operator === 'topic')
      return { kind: 'channel', channelId: first.operand, topic: String(second.operand) };
  }
  if (first?.operator === 'dm' && rest.length === 1 && Array.isArray(first.operand))
    return { kind: 'direct', userIds: first.operand };
  return undefined;
}

export const channelNarrow = (channelId: number): Narrow => [{ operator: 'channel', operand: channelId }];

export const topicNarrow = (channelId: number, topic: string): Narrow => [
  { operator: 'channel', operand: channelId },
  { operator: 'topic', operand: topic },
];

export const directNarrow = (userIds: readonly number[]): Narrow => [
  { operator: 'dm', operand: [...userIds].sort((a, b) => a - b) },
];

/**
 * Returns the narrow that shows the messages at a destination. Without people, it shows all direct messages; without a
 * topic, the whole channel.
 */
export function narrowTo(destination: Destination): Narrow {
  if (destination.kind === 'direct')
    return destination.userIds.length === 0 ? isNarrow('dm') : directNarrow(destination.userIds);
  const { channelId, topic } = destination;
  return topic === undefined ? channelNarrow(channelId) : topicNarrow(channelId, topic);
}

export const isNarrow = (operand: string): Narrow => [{ operator: 'is', operand }];

/** Returns the terms of a narrow for the API, without `near`, which is the anchor and not a condition. */
export function apiNarrow(narrow: Narrow): object[] {
  return narrow
    .filter(({ operator }) => operator !== 'near')
    .map(({ operator, operand, negated = false }) => ({ operator, operand, negated }));
}
