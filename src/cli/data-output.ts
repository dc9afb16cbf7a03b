import { complain } from './complain.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { type ByteOutputOptions, openByteOutput } from './file-output.js';
import { bufferOf, type Host, type Output } from './host.js';
import { type CommandInput, isThere } from './input.js';

/**
 * Destination of a command's text: standard output, or the file that `-o` names. The file is replaced as a
 * whole or not at all.
 */
export interface DataOutput extends Output {
  /** Moves the finished file to its name. */
  finish(): Promise<void>;
  /** Leaves the old file unchanged. A call after `finish` has no effect. */
  discard(): void;
}

/**
 * Opens the destination of a text.
 * @throws CommandError if the destination is also an input, or cannot be written
 */
export function openDataOutput(
  path: string | undefined,
  options: Omit<ByteOutputOptions, 'inPlace'>,
  host: Host,
): DataOutput {
  const { stdout } = host;
  if (path === undefined || path === '-') {
    return {
      isTerminal: stdout.isTerminal,
      columns: stdout.columns,
      write: (text) => stdout.write(text),
      finish: async () => {},
      discard: () => {},
    };
  }
  const file = openByteOutput(path, options, host);
  return {
    isTerminal: false,
    columns: undefined,
    write: (text) => file.write(bufferOf(text)),
    finish: () => file.finish(),
    discard: () => file.discard(),
  };
}

/**
 * Runs the work of a command with its output, and moves the finished file to its name. The old file stays
 * unchanged if the work throws, if a signal ends the work, or if no input could be read.
 * @param beside other inputs that must not be overwritten
 */
export async function writeData(
  path: string | undefined,
  inputs: readonly CommandInput[],
  host: Host,
  work: (output: Output) => Promise<ExitCode>,
  beside: readonly CommandInput[] = [],
): Promise<ExitCode> {
  const output = openDataOutput(path, { inputs: [...inputs, ...beside] }, host);
  let isEmpty = true;
  try {
    const code = await work({
      isTerminal: output.isTerminal,
      columns: output.columns,
      write: (text) => {
        if (text.length > 0) isEmpty = false;
        return output.write(text);
      },
    });
    const isWhole = code === EXIT.ok || code === EXIT.found || (!isEmpty && code < EXIT.interrupted);
    if (code === EXIT.unreadable && !inputs.some(isThere)) await complainUnwritten(path, host);
    else if (isWhole) await output.finish();
    return code;
  } finally {
    output.discard();
  }
}

/** Reports that a file stays unchanged, because all inputs are missing or unreadable. */
export async function complainUnwritten(
  path: string | undefined,
  host: Host,
  { option = '-o', reason = '' }: { readonly option?: string; readonly reason?: string } = {},
): Promise<void> {
  if (path === undefined || path === '-') return;
  const why = reason === '' ? '' : ` (${reason})`;
  await complain(host, `${option} ${path}: not written, because no input could be read${why}`);
}
