import { join } from 'node:path';
import { type InvalidModel, smithInvalid } from '../attack/smith/invalid.js';
import type { SmithOptions } from '../attack/smith/settings.js';
import { isProtomdlError } from '../base/diagnostics/error.js';
import { nodeChecksums } from '../check/validate/node-checksums.js';
import { smithExpectedJson } from '../show/report/smith.js';
import { TOOL } from '../show/report/tool.js';
import { CommandError, EXIT, type ExitCode } from './exit-code.js';
import { openByteOutput, writeWhole } from './file-output.js';
import type { Host } from './host.js';
import { OutputFolder } from './output-folder.js';
import type { Stopper } from './stopper.js';

export interface InvalidOrder {
  /** Code of the fault, or `random`. */
  readonly code: string;
  readonly seed: number;
  readonly count: number | undefined;
  /** A file; with `count` a folder. */
  readonly output: string | undefined;
  readonly options: SmithOptions;
}

/**
 * Runs `smith --invalid`, which writes files with one fault each, and an additional file with the expected
 * findings for each file.
 */
export async function smithInvalidFiles(
  order: InvalidOrder,
  host: Host,
  stopper: Stopper,
): Promise<ExitCode> {
  const { code, seed, count, output } = order;
  if (output === undefined || output === '-') {
    throw new CommandError(
      '--invalid: the expected findings are written next to the model: name a file with -o',
    );
  }
  const folder = count === undefined ? undefined : new OutputFolder(output, '-o');
  for (let i = 0; i < (count ?? 1); i++) {
    const model = await spoiled(code, { ...wishes(order.options), seed: seed + i });
    const name = folder?.nameFor(
      `${model.code}-${seed + i}.${model.model.framing === 'bare' ? 'mdl' : 'hef'}`,
    );
    const path = folder === undefined || name === undefined ? output : join(folder.path, name);
    await writePair(path, model, smithExpectedJson(TOOL, seed + i, model), host);
    // The event loop handles signals between models, because models are created synchronously.
    await new Promise((resolve) => setImmediate(resolve));
    if (typeof stopper.reason === 'number') return stopper.reason;
  }
  return EXIT.ok;
}

/** Returns the path for the expected findings of a file: `dir/model.expected.json` for `dir/model.hef`. */
export function expectedName(path: string): string {
  return `${path.replace(/\.[^./\\]*$/, '')}.expected.json`;
}

/**
 * Returns the options that the user has chosen. By default, models have words after the message, so that only
 * an explicit `false` counts as a choice.
 */
function wishes({ words, ...options }: SmithOptions): SmithOptions {
  return words === false ? { ...options, words } : options;
}

async function spoiled(code: string, options: SmithOptions): Promise<InvalidModel> {
  try {
    return await smithInvalid(code, options, nodeChecksums);
  } catch (error) {
    if (isProtomdlError(error)) throw new CommandError(`--invalid: ${error.message}`);
    throw error;
  }
}

/** Writes both files or neither: a model without its expected findings is useless. */
async function writePair(path: string, model: InvalidModel, expected: string, host: Host): Promise<void> {
  const output = openByteOutput(path, { inputs: [] }, host);
  try {
    await output.write(model.bytes);
    await writeWhole(expectedName(path), new TextEncoder().encode(expected), { inputs: [] }, host);
    await output.finish();
  } finally {
    output.discard();
  }
}
