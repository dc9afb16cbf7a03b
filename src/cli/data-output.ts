import { closeSync, openSync, writeSync } from 'node:fs';
import { CommandError, OutputClosed } from './command-error.js';
import { cannotWrite, isSameFile } from './file-output.js';
import { bufferOf, type Host, type Output } from './host.js';
import type { Input } from './input.js';

/** Where a command's data goes: standard output, or the file that `-o` names. */
export interface DataOutput extends Output {
  close(): void;
}

/**
 * Opens what data goes to. A file is created or emptied, unless it is one of the inputs.
 * @param option what named it, for messages
 * @throws CommandError when it is an input, or cannot be written
 */
export function openDataOutput(
  path: string | undefined,
  inputs: readonly Input[],
  host: Host,
  option = '-o',
): DataOutput {
  const { stdout } = host;
  if (path === undefined || path === '-') {
    return {
      isTerminal: stdout.isTerminal,
      columns: stdout.columns,
      write: (text) => stdout.write(text),
      close: () => {},
    };
  }
  const clash = inputs.find((input) => input.kind === 'file' && isSameFile(input.path, path));
  if (clash !== undefined) throw new CommandError(`${option} ${path}: would overwrite an input`);
  try {
    return new FileOutput(openSync(path, 'w'), path, option);
  } catch (error) {
    throw cannotWrite(error, path, option);
  }
}

class FileOutput implements DataOutput {
  readonly isTerminal = false;
  readonly columns = undefined;

  constructor(
    readonly fd: number,
    readonly path: string,
    readonly option: string,
  ) {}

  async write(text: string | Uint8Array): Promise<void> {
    const bytes = bufferOf(text);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.fd, bytes, at);
    } catch (error) {
      // A FIFO or /dev/stdout can be closed by its reader, like standard output.
      if ((error as NodeJS.ErrnoException).code === 'EPIPE') throw new OutputClosed();
      throw cannotWrite(error, this.path, this.option);
    }
  }

  close(): void {
    try {
      closeSync(this.fd);
    } catch (error) {
      throw cannotWrite(error, this.path, this.option);
    }
  }
}
