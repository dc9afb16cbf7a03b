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
 * trait is kept, like an input that reached new code: traits are coverage of data.
 */
export type Traits = Iterable<string> | undefined;

export type Outcome = { readonly traits: Traits } | { readonly failure: unknown };

export interface Target {
  readonly name: string;
  /** The property that must hold, in one sentence. */
  readonly about: string;
  readonly shape: Shape;
  /** Bytes before the shaped input, with which the target makes its own choices; 0 by default. */
  readonly prefix?: number;
  /** Maximum length of an input in bytes; 4096 by default, which is enough for every shape, and fast. */
  readonly maxLength?: number;
  /** Maximum number of runs between two readings of the coverage, 64 by default; fewer if runs are slow. */
  readonly batch?: number;
  /** Milliseconds that one run may take; 10 s by default. */
  readonly limitMs?: number;
  /** Scripts whose coverage counts, by URL or path. By default the readers under `src`. */
  readonly covers?: RegExp;
  /** Texts or bytes that inputs are likely to be made of. */
  readonly tokens?: readonly (string | Uint8Array)[];
  /**
   * Initial inputs, in addition to the kept seeds in `fuzz/seeds`. By default the repository's files of the
   * input's shape.
   */
  readonly seeds?: () => Promise<readonly Uint8Array[]> | readonly Uint8Array[];
  open(): Promise<Lane | Absence>;
}

/** A target that is ready to run. */
export interface Lane {
  /** Runs one input; throws or rejects if the property does not hold. */
  run(input: Uint8Array): Traits | Promise<Traits>;
  /**
   * Runs many inputs at once, if that is much quicker.
   * @param enter called with each input before the input runs, so that time and memory can be watched
   */
  runAll?(inputs: readonly Uint8Array[], enter: (input: Uint8Array) => void): Promise<readonly Outcome[]>;
  close?(): Promise<void>;
}

/** Reason why a target cannot run on this machine. */
export interface Absence {
  readonly absent: string;
}

/**
 * Error for two results that should agree but differ. `kind` distinguishes bugs: it contains no values of
 * this input.
 */
export class Disagreement extends Error {
  override readonly name = 'Disagreement';

  constructor(
    readonly kind: string,
    detail: string,
  ) {
    super(`${kind}: ${detail}`);
  }
}

/** @throws Disagreement if the two results differ, with the first different line */
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
