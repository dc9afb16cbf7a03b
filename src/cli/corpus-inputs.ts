import { countFeatures, type FileFeatures } from '../attack/corpus/count-features.js';
import type { FramingMode } from '../base/container/detect.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { reading, type Source } from '../base/source/source.js';
import { nodeChecksums } from '../check/validate/node-checksums.js';
import { collectSome } from './collect.js';
import { CommandError } from './exit-code.js';
import type { Host } from './host.js';
import type { CommandInput } from './input.js';
import { remarkLookalikes } from './lookalike-remark.js';
import type { SearchFlags } from './option-values.js';
import { printFault } from './problem.js';
import { openHeld } from './spooled-input.js';

interface Failure {
  readonly code: string;
  readonly message: string;
}

/** Result for an input, or the reason why the input cannot be read. */
type Outcome<T> = { readonly result: T } | { readonly failure: Failure };

/**
 * Returns the files that the arguments of a corpus command select.
 * @throws CommandError if no file was found
 */
export async function collectCorpus(
  args: readonly string[],
  filesFrom: string | undefined,
  flags: SearchFlags,
  host: Host,
): Promise<readonly CommandInput[]> {
  if (args.length === 0 && filesFrom === undefined) {
    throw new CommandError('no corpus: name files or directories');
  }
  const inputs = await collectSome(args, filesFrom, undefined, flags);
  await remarkLookalikes(inputs, host);
  return inputs;
}

/**
 * Opens an input, runs the work, and closes the input. Reports an unreadable file.
 * @param framing framing of a model; if missing, any bytes are accepted
 */
export async function withSource<T>(
  input: CommandInput,
  host: Host,
  work: (source: Source) => Promise<T>,
  framing?: FramingMode,
): Promise<Outcome<T>> {
  try {
    // The input is held, because features and findings need two passes over a file.
    return { result: await reading(openHeld(input, { framing, spoolBytes: host.spoolBytes }), work) };
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    await printFault(error, input, host);
    return { failure: { code: error.code, message: error.message } };
  }
}

/** Counts the features that one input exercises, for `corpus coverage` and `corpus minimize`. */
export function countInput(
  input: CommandInput,
  { framing, checksum }: { readonly framing: FramingMode; readonly checksum: boolean },
  host: Host,
): Promise<Outcome<FileFeatures>> {
  const count = (source: Source): Promise<FileFeatures> =>
    countFeatures(source, { framing, checksum, checksums: nodeChecksums });
  return withSource(input, host, count, framing);
}
