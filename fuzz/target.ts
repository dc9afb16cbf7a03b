/**
 * Interface of fuzz targets. A target describes its input, so that mutations make sense, and runs one input:
 * any error that it throws is a failure.
 */

/**
 * Kind of input, after the target's own prefix:
 * - `message`: a bare message of the model format
 * - `file`: a model file, framed or bare
 * - `text`: UTF-8
 * - `bytes`: anything
 */
export type Shape = 'message' | 'file' | 'text' | 'bytes';

/**
 * Traits of a run, in a few words each (a code in a type of message, an option taken). An input with a new
 * trait is kept, like one that reached new code: traits are coverage of data.
 */
export type Traits = Iterable<string> | undefined;

/** Result of one input. */
export type Outcome = { readonly traits: Traits } | { readonly failure: unknown };

export interface Target {
  readonly name: string;
  /** The property that must hold, in one sentence. */
  readonly about: string;
  readonly shape: Shape;
  /** Bytes before the shaped input, with which the target makes its own choices; 0 by default. */
  readonly prefix?: number;
  /** Bytes of the longest input; 4096 by default: large enough for every shape, small enough to be quick. */
  readonly maxLength?: number;
  /** Most runs between two readings of the coverage; fewer if runs are slow. 64 by default. */
  readonly batch?: number;
  /** Milliseconds that one run may take; 10 s by default. */
  readonly limitMs?: number;
  /** Scripts whose coverage counts, by URL or path. By default the readers under `src`. */
  readonly covers?: RegExp;
  /** Texts or bytes that inputs are likely to be made of. */
  readonly tokens?: readonly (string | Uint8Array)[];
  /** Inputs to begin with, besides the kept ones in `fuzz/seeds`. By default those that fit the shape. */
  readonly seeds?: () => Promise<readonly Uint8Array[]> | readonly Uint8Array[];
  open(): Promise<Lane | Absence>;
}

/** A target that is ready to run. */
export interface Lane {
  /** Throws, or rejects, when something is wrong. */
  run(input: Uint8Array): Traits | Promise<Traits>;
  /**
   * Runs many inputs at once, if that is much quicker.
   * @param enter called with each input before its turn, so that time and memory can be watched
   */
  runAll?(inputs: readonly Uint8Array[], enter: (input: Uint8Array) => void): Promise<readonly Outcome[]>;
  close?(): Promise<void>;
}

/** Why a target cannot run here. */
export interface Absence {
  readonly absent: string;
}

/** Two results differ that should agree. `kind` distinguishes bugs: it contains no values of this input. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement';

  constructor(
    readonly kind: string,
    detail: string,
  ) {
    super(`${kind}: ${detail}`);
  }
}

/** @throws Disagreement if the two are not the same, with the first line in which they differ */
export function agree(kind: string, ours: unknown, theirs: unknown): void {
  const [a, b] = [textOf(ours), textOf(theirs)];
  if (a === b) return;
  const [left, right] = [a.split('\n'), b.split('\n')];
  const line = left.findIndex((text, i) => text !== right[i]);
  const at = line < 0 ? left.length : line;
  throw new Disagreement(kind, `${shown(left[at])} against ${shown(right[at])} (line ${at + 1})`);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex').replace(/.{64}/g, '$&\n');
  const plain = (_: string, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one);
  return JSON.stringify(value, plain, 1) ?? 'undefined';
}

function shown(line: string | undefined): string {
  if (line === undefined) return 'nothing more';
  return line.length > 300 ? `${line.slice(0, 300)}…` : line.trim();
}
