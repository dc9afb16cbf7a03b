import { EXIT, type ExitCode } from './exit-code.js';
import { type ByteOutputOptions, openByteOutput } from './file-output.js';
import { bufferOf, type Host, type Output } from './host.js';
import type { Input } from './input.js';

/** Where a command's text goes: standard output, or the file that `-o` names, which is whole or as it was. */
export interface DataOutput extends Output {
  /** The file is there from now on, under its name. */
  finish(): Promise<void>;
  /** Leaves a file as it was before. May be called after `finish`, and does nothing then. */
  discard(): void;
}

/**
 * Opens what text goes to.
 * @throws CommandError when it is something that is read, or cannot be written
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
 * Does a command's work with its output, and puts a file in place at the end. The file stays as it was where the work
 * throws, where a signal ends it, and where it had nothing to write because nothing could be read.
 */
export async function writeData(
  path: string | undefined,
  inputs: readonly Input[],
  host: Host,
  work: (output: Output) => Promise<ExitCode>,
): Promise<ExitCode> {
  const output = openDataOutput(path, { inputs }, host);
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
    if (isWhole) await output.finish();
    return code;
  } finally {
    output.discard();
  }
}
