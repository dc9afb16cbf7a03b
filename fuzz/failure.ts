import { Disagreement } from './target.js';

/** An input that failed, and how. */
export interface Failure {
  readonly input: Uint8Array;
  /** The same for inputs that fail for the same reason, as far as one can tell. */
  readonly key: string;
  /** What was thrown, with its stack where that helps. */
  readonly text: string;
}

export function failureOf(input: Uint8Array, thrown: unknown): Failure {
  return { input: input.slice(), key: keyOf(thrown), text: textOf(thrown) };
}

/** Two that disagree are told apart by their kind; an error by its name and the place that threw it. */
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
