import type { FramingMode } from '../base/container/detect.js';
import type { Diagnostic } from '../base/diagnostics/diagnostic.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { openFile } from '../base/source/file.js';
import { reading, type Source } from '../base/source/source.js';
import { interruptible } from '../base/source/yielder.js';
import type { EngineOptions } from '../check/validate/validate.js';
import { problemText } from '../show/report/problem.js';
import { complain, exitCodeOf, withoutName } from './complain.js';
import type { ExitCode } from './exit-code.js';
import type { Host } from './host.js';
import type { CommandInput } from './input.js';
import { lookalikeOf } from './lookalike-remark.js';

/** Problem that a reader has found: an error, or an entry of its list of problems. */
export interface InputFault {
  readonly code: string;
  readonly message: string;
  readonly offset?: number;
  readonly path?: string;
}

/**
 * Matches codes of faults in the bytes. Each reader reports such faults at another place, so that `validate`
 * determines the place.
 */
const OF_BYTES = /^(wire|frame|message|string)-/;

/** Maximum number of faults of a file that a command prints. */
export const MAX_PRINTED = 20;

/**
 * Reports on standard error why the result for an input is missing or incomplete, in the same form and with
 * the same place as `validate`.
 * @returns the exit code
 */
export async function printFault(
  fault: InputFault,
  input: CommandInput,
  host: Host,
  framing: FramingMode = 'auto',
): Promise<ExitCode> {
  const [placed] = await placedFaults([fault], input, framing, 1);
  await printOne(placed ?? fault, input, host);
  return exitCodeOf(fault.code);
}

/** Like `printFault`, for all faults of a reader. */
export async function printFaults(
  faults: readonly InputFault[],
  input: CommandInput,
  host: Host,
  framing: FramingMode = 'auto',
): Promise<void> {
  await printPlaced(await placedFaults(faults, input, framing), input, host);
}

/** Like `printFaults`, for faults from `placedFaults`. */
export async function printPlaced(
  faults: readonly InputFault[],
  input: CommandInput,
  host: Host,
): Promise<void> {
  for (const fault of faults) await printOne(fault, input, host);
}

/**
 * Replaces a reader's faults by the messages and places of `validate`. Faults that are not about bytes stay
 * unchanged.
 * @param most maximum number of places per code, so that files full of faults are not read to their end
 */
export async function placedFaults(
  faults: readonly InputFault[],
  input: CommandInput,
  framing: FramingMode,
  most = MAX_PRINTED,
): Promise<readonly InputFault[]> {
  return (await placedTogether([faults], input, framing, most))[0] ?? faults;
}

/** Like `placedFaults`, for several lists with one pass over the file. */
export async function placedTogether(
  lists: readonly (readonly InputFault[])[],
  input: CommandInput,
  framing: FramingMode,
  most = MAX_PRINTED,
): Promise<(readonly InputFault[])[]> {
  const codes = new Set(lists.flatMap((faults) => faults.map(({ code }) => code)).filter(isOfBytes));
  if (codes.size === 0 || input.kind !== 'file') return [...lists];
  const found = await faultsOfBytes(input, framing, codes, most);
  return found.length === 0 ? [...lists] : lists.map((faults) => placedBy(found, faults));
}

function placedBy(found: readonly Diagnostic[], faults: readonly InputFault[]): readonly InputFault[] {
  const others = faults.filter(({ code }) => !isOfBytes(code));
  if (others.length === faults.length) return faults;
  const same = found.filter(({ code }) => faults.some((fault) => fault.code === code));
  return [...(same.length > 0 ? same : found.slice(0, 1)), ...others];
}

function isOfBytes(code: string): boolean {
  return OF_BYTES.test(code);
}

/**
 * Counts errors until every code has enough errors. Without codes of the message, one error is enough. Errors
 * come in the order of their places. Codes of the container are not counted, because errors of the container
 * come last.
 */
class Tally {
  readonly #missing: Map<string, number>;

  constructor(codes: ReadonlySet<string>, most: number) {
    this.#missing = new Map([...codes].filter((code) => !isOfFrame(code)).map((code) => [code, most]));
  }

  readonly isEnough = ({ code }: Pick<InputFault, 'code'>): boolean => {
    const missing = this.#missing.get(code);
    if (missing !== undefined && missing > 1) this.#missing.set(code, missing - 1);
    else this.#missing.delete(code);
    return this.#missing.size === 0;
  };
}

function isOfFrame(code: string): boolean {
  return code.startsWith('frame-');
}

async function faultsOfBytes(
  { path }: CommandInput,
  framing: FramingMode,
  codes: ReadonlySet<string>,
  most: number,
): Promise<readonly Diagnostic[]> {
  // The rules take milliseconds to load, so they are loaded only on demand: most files have no faults.
  const [{ validate }, { NO_RULES }] = await Promise.all([
    import('../check/validate/validate.js'),
    import('../check/validate/rule-choice.js'),
  ]);
  const order = { framing, checksum: false, maxPerCode: MAX_PRINTED, rules: NO_RULES };
  const found = async (source: Source, options: EngineOptions): Promise<readonly Diagnostic[]> => {
    const { diagnostics } = await validate(source, { ...order, ...options });
    return diagnostics.filter(({ code, severity }) => severity === 'error' && isOfBytes(code));
  };
  try {
    return await reading(interruptible(await openFile(path)), async (source) => {
      if ([...codes].every(isOfFrame)) {
        const around = await found(source, { message: false });
        const there = new Set(around.map(({ code }) => code));
        if ([...codes].every((code) => there.has(code))) return around;
      }
      return found(source, { enough: new Tally(codes, most).isEnough });
    });
  } catch (error) {
    // If the file has become unreadable, only the reader's message is printed.
    if (isProtomdlError(error)) return [];
    throw error;
  }
}

async function printOne(
  { code, message, offset = -1, path = '' }: InputFault,
  input: CommandInput,
  host: Host,
): Promise<void> {
  const plain = withoutName(message, input.path).replace(/ \(offset \d+(, in [^)]*)?\)$/, '');
  // `validate` names the format of a file that is not a model in its first error; readers that read past the
  // magic do not name the format.
  const kind = plain.startsWith('this is ') ? undefined : lookalikeOf(input);
  const text = kind === undefined ? plain : `this is ${kind}; ${plain}`;
  await complain(host, problemText({ file: input.path, code, message: text, offset, path }));
}
