import { Composer, type CST, type Document, LineCounter, Parser } from 'yaml';

/** A parsed text, with its lines. */
export interface ParsedYaml {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

/** The first reason why a text is not one document of YAML. */
export interface YamlProblem {
  /** Offset in the text, in UTF-16 code units. */
  readonly at: number;
  readonly message: string;
  readonly lines: LineCounter;
}

/** Maximum depth of nesting: more than any message or file of settings needs. */
export const MAX_YAML_LEVELS = 512;

const OPTIONS = {
  prettyErrors: false,
  version: '1.2',
  // Without warnings: the library warns of a list as a key, which callers report as unknown.
  logLevel: 'error',
  // Without the library's check for repeated keys, which compares each key with all earlier keys and takes quadratic
  // time. Callers report repeated keys.
  uniqueKeys: false,
} as const;

/** Parses YAML 1.2. @param intAsBigInt true to keep all digits of whole numbers */
export function parseYaml(text: string, intAsBigInt = false): ParsedYaml | YamlProblem {
  const lines = new LineCounter();
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  const deep = placeTooDeep(tokens);
  if (deep !== undefined) {
    return { at: deep, message: `it is nested too deeply: more than ${MAX_YAML_LEVELS} levels`, lines };
  }
  const composer = new Composer({ ...OPTIONS, intAsBigInt });
  const [document, second] = composer.compose(tokens, true, text.length) as Iterable<Document.Parsed>;
  const [problem] = (document as Document.Parsed).errors;
  if (problem !== undefined) return { at: problem.pos[0], message: problem.message, lines };
  if (second !== undefined) return { at: second.range[0], message: 'there is a second document', lines };
  return { document: document as Document.Parsed, lines };
}

/**
 * Returns the offset of the first list or map inside too many others. The tokens come from a parser with a stack of its own, while
 * the composer recurses, and V8 ends the process if it compiles a regular expression where the stack is nearly full.
 */
function placeTooDeep(tokens: readonly CST.Token[]): number | undefined {
  const open: { readonly token: CST.Token; readonly level: number }[] = [];
  const add = (token: CST.Token | null | undefined, level: number): void => {
    if (token) open.push({ token, level });
  };
  for (const token of tokens.toReversed()) if (token.type === 'document') add(token.value, 0);
  for (let last = open.pop(); last !== undefined; last = open.pop()) {
    const { token, level } = last;
    if (!('items' in token)) continue;
    if (level === MAX_YAML_LEVELS) return token.offset;
    for (const { key, value } of token.items.toReversed()) {
      add(value, level + 1);
      add(key, level + 1);
    }
  }
  return undefined;
}
