import { ProtomdlError } from '../../base/diagnostics/error.js';

/** A token of an expression. `at` is its position in the text. */
export interface QueryToken {
  readonly kind: 'name' | 'number' | 'string' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

/** A mistake in an expression: code `query-invalid`, with its position in the text. */
export class QueryMistake extends ProtomdlError {
  /** @param at position in `expression`, in UTF-16 units */
  constructor(
    message: string,
    /** The text with the mistake. */
    readonly expression: string,
    readonly at: number,
  ) {
    super('query-invalid', message, undefined, expression);
  }
}

const WORD =
  /\s*(?:(?<name>[A-Za-z_]\w*)|(?<number>0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<sign>&&|\|\||==|!=|<=|>=|[<>!().,[\]$-]))/suy;

/** Longer expressions are rejected. */
const MAX_LENGTH = 10_000;

/**
 * Splits an expression into tokens, with an `end` after the last.
 * @throws QueryMistake at an invalid token
 */
export function tokensOf(text: string): QueryToken[] {
  if (text.length > MAX_LENGTH) throw new QueryMistake('more than 10,000 characters', text, 0);
  const tokens: QueryToken[] = [];
  let at = 0;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at++;
    if (at >= text.length) break;
    WORD.lastIndex = at;
    const match = WORD.exec(text);
    if (match === null) {
      const open = text[at] === '"' || text[at] === "'";
      throw new QueryMistake(open ? 'a string without an end' : `what is ${text[at]} here?`, text, at);
    }
    const [kind, word] = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined) as [
      QueryToken['kind'],
      string,
    ];
    tokens.push({ kind, text: word, at });
    at = WORD.lastIndex;
  }
  tokens.push({ kind: 'end', text: '', at: text.length });
  return tokens;
}

export function unquoted(word: string): string {
  return word
    .slice(1, -1)
    .replace(/\\(.)/gsu, (_, letter: string) => (letter === 'n' ? '\n' : letter === 't' ? '\t' : letter));
}
