import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { type DumpOptions, dump } from '../../src/tools/text/dump.js';
import type { DumpProblem } from '../../src/tools/text/problems.js';

export interface DumpedText {
  readonly text: string;
  readonly problems: readonly DumpProblem[];
  readonly matches: number;
}

export async function dumped(content: Uint8Array | Source, options: DumpOptions = {}): Promise<DumpedText> {
  const pieces: Buffer[] = [];
  const problems: DumpProblem[] = [];
  const source = content instanceof Uint8Array ? memorySource(content) : content;
  const { matches } = await dump(
    source,
    { onProblem: (problem) => void problems.push(problem), ...options },
    // The text is copied, because it is only valid until the next call.
    (text) => void pieces.push(Buffer.from(text)),
  );
  return { text: Buffer.concat(pieces).toString(), problems, matches };
}

/** Removes our comments before the message; the rest must be protoc's output. */
export function withoutComments(textproto: string): string {
  return textproto.replace(/^(#[^\n]*\n)+/, '');
}

/** Removes the parts of our JSON that are outside of protobuf's mapping. */
export function withoutExtras(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExtras);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.startsWith('$'))
      .map(([key, inner]) => [key, withoutExtras(inner)]),
  );
}

export async function jsonOf(bytes: readonly number[], options: DumpOptions = {}): Promise<unknown> {
  return JSON.parse((await dumped(new Uint8Array(bytes), { framing: 'bare', ...options })).text);
}

/** Writes a LEN record of a field below 16. */
export const len = (number: number, content: readonly number[]): number[] => [
  number * 8 + 2,
  content.length,
  ...content,
];
