import { Disagreement } from './target.js';

/** An input that failed, and how. */
export interface Failure {
  readonly input: Uint8Array;
  /** Key that is equal for inputs that fail for the same reason, as far as this can be determined. */
  readonly key: string;
  /** The error, with the stack if that is useful. */
  readonly text: string;
}

export function failureOf(input: Uint8Array, thrown: unknown): Failure {
  return { input: input.slice(), key: keyOf(thrown), text: textOf(thrown) };
}

/** Returns a key: for a disagreement, its kind; for an error, its name and the line that threw it. */
function keyOf(thrown: unknown): string {
  if (thrown instanceof Disagreement) return thrown.kind;
  if (!(thrown instanceof Error)) return `threw ${typeof thrown}`;
  const place = /\/((?:src|fuzz|test)\/[^():]+:\d+)/.exec(thrown.stack ?? '')?.[1];
  return `${thrown.name} at ${place ?? thrown.message.replace(/\d+/g, '#').slice(0, 80)}`;
}

function textOf(thrown: unknown): string {
  if (thrown instanceof Disagreement) return thrown.message;
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
