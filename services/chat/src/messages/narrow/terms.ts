import { searchParts } from './search-words.js';

/**
 * A narrow as a list of terms. A message must match all terms. Operators have their canonical names, and operands are
 * decoded.
 */
export type Term = { negated: boolean } & (
  | { operator: 'channel'; operand: string | number }
  | { operator: 'channels'; operand: 'public' | 'web-public' | 'archived' }
  | { operator: 'topic' | 'search'; operand: string }
  | { operator: 'sender'; operand: string | number }
  | { operator: 'dm' | 'dm-including' | 'group-pm-with'; operand: string[] | number[] }
  | { operator: 'id' | 'near' | 'with'; operand: number }
  | { operator: 'has'; operand: 'link' | 'image' | 'attachment' | 'reaction' }
  | { operator: 'in'; operand: 'home' | 'all' }
  | { operator: 'is'; operand: IsOperand }
);

export const IS_OPERANDS = [
  'dm',
  'starred',
  'unread',
  'mentioned',
  'alerted',
  'resolved',
  'followed',
  'muted',
] as const;
export type IsOperand = (typeof IS_OPERANDS)[number];

/** One term as clients send it, with the pair form converted to the object form. */
export interface RawTerm {
  operator: string;
  operand: unknown;
  negated?: boolean;
}

/** The narrow has an invalid term; the response has the code `BAD_NARROW`. */
export class NarrowError extends Error {}

const ALIASES: Readonly<Record<string, string>> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  from: 'sender',
  'pm-with': 'dm',
  // zulip-terminal uses this spelling.
  pm_with: 'dm',
};

/**
 * The number of words is limited, because each word of a search adds a level of nesting, and PostgreSQL fails on
 * expressions with some thousand levels.
 */
const MAX_SEARCH_WORDS = 100;

/** Converts a client's narrow to terms. Throws a NarrowError that names the operator or the operand. */
export function parseNarrow(raw: readonly RawTerm[]): Term[] {
  const terms = raw.map(parseTerm);
  const words = terms.flatMap((term) => (term.operator === 'search' ? searchParts(term.operand) : []));
  if (words.length > MAX_SEARCH_WORDS)
    throw new NarrowError(`The search has more than ${MAX_SEARCH_WORDS} words`);
  return terms;
}

function parseTerm(raw: RawTerm): Term {
  const operator = ALIASES[raw.operator] ?? raw.operator;
  const negated = raw.negated ?? false;
  const { operand } = raw;
  switch (operator) {
    case 'channel':
    case 'sender':
      return { operator, operand: textOrId(operator, operand), negated };
    case 'channels':
      return { operator, operand: oneOf(operator, operand, ['public', 'web-public', 'archived']), negated };
    case 'topic':
      return { operator, operand: text(operator, operand), negated };
    case 'search': {
      const query = text(operator, operand).trim();
      if (query === '') throw new NarrowError("Operand of 'search' is empty");
      return { operator, operand: query, negated };
    }
    case 'dm':
    case 'dm-including':
    case 'group-pm-with':
      return { operator, operand: people(operator, operand), negated };
    case 'near':
    case 'with':
      if (negated) throw new NarrowError(`Operator '${raw.operator}' cannot be negated`);
      return { operator, operand: messageId(operator, operand), negated };
    case 'id':
      return { operator, operand: messageId(operator, operand), negated };
    case 'has':
      return { operator, operand: oneOf(operator, operand, HAS_OPERANDS, HAS_PLURALS), negated };
    case 'in':
      return { operator, operand: oneOf(operator, operand, ['home', 'all']), negated };
    case 'is':
      return { operator, operand: oneOf(operator, operand, IS_OPERANDS, { private: 'dm' }), negated };
    default:
      throw new NarrowError(`Unknown operator '${shown(raw.operator)}'`);
  }
}

const HAS_OPERANDS = ['link', 'image', 'attachment', 'reaction'] as const;
const HAS_PLURALS = {
  links: 'link',
  images: 'image',
  attachments: 'attachment',
  reactions: 'reaction',
} as const;

function oneOf<T extends string>(
  operator: string,
  operand: unknown,
  allowed: readonly T[],
  aliases: Readonly<Record<string, T>> = {},
): T {
  if (typeof operand === 'string') {
    const found = allowed.find((value) => value === operand);
    if (found !== undefined) return found;
    if (Object.hasOwn(aliases, operand)) return aliases[operand]!;
  }
  throw new NarrowError(`Unknown operand '${shown(operand)}' of '${operator}'`);
}

function text(operator: string, operand: unknown): string {
  if (typeof operand === 'string') return operand;
  throw new NarrowError(`Operand of '${operator}' is not a text`);
}

function textOrId(operator: string, operand: unknown): string | number {
  if (typeof operand === 'string' && operand !== '') return operand;
  if (typeof operand === 'number' && Number.isSafeInteger(operand)) return operand;
  throw new NarrowError(`Operand of '${operator}' is neither a name nor an id`);
}

/**
 * Returns the message id of an operand, which may be text: `near` and `with` get their operands from the fragment of a
 * URL.
 */
function messageId(operator: string, operand: unknown): number {
  const id = typeof operand === 'string' && /^\d{1,16}$/.test(operand) ? Number(operand) : operand;
  if (typeof id === 'number' && Number.isSafeInteger(id) && id >= 0) return id;
  throw new NarrowError(`Operand of '${operator}' is not a message id`);
}

const MAX_PEOPLE = 100;

function people(operator: string, operand: unknown): string[] | number[] {
  const list =
    typeof operand === 'string' ? splitAddresses(operand) : Array.isArray(operand) ? operand : [operand];
  if (list.length > MAX_PEOPLE) throw new NarrowError(`Operand of '${operator}' names too many people`);
  if (list.every((id): id is number => typeof id === 'number' && Number.isSafeInteger(id))) return list;
  if (list.every((address): address is string => typeof address === 'string')) return list;
  throw new NarrowError(`Operand of '${operator}' is neither a list of ids nor of addresses`);
}

/** Terminal clients separate addresses by a comma and a space, others by a comma. */
function splitAddresses(operand: string): string[] {
  return operand
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
}

function shown(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')).slice(0, 60);
}
