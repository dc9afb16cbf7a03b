import type { Writable } from 'node:stream';
import { CommandError, OutputClosed } from './command-error.js';

/** Where text goes. */
export interface Output {
  /** Whether a person is looking at it. */
  readonly isTerminal: boolean;
  /** Columns, where that is known. */
  readonly columns: number | undefined;
  /**
   * Resolves when the text is out, so that a slow reader slows the writer.
   * @throws OutputClosed when whoever read it has gone
   */
  write(text: string): Promise<void>;
}

/** Everything a command sees of the process it runs in; tests bring their own. */
export interface Host {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Processors that may be used. */
  readonly parallelism: number;
  /** The built file that workers run; where there is none, everything runs in this thread. */
  readonly workerFile: string | undefined;
}

/** A stream of the process as an Output. */
export class StreamOutput implements Output {
  #failure: Error | undefined;

  constructor(readonly stream: Writable & { isTTY?: boolean; columns?: number }) {
    // Without a listener Node would end the process with a stack trace.
    stream.on('error', (error: Error) => {
      this.#failure ??= error;
    });
  }

  get isTerminal(): boolean {
    return this.stream.isTTY === true;
  }

  get columns(): number | undefined {
    return this.stream.columns;
  }

  async write(text: string): Promise<void> {
    if (text === '') return;
    if (this.#failure !== undefined) throw outputError(this.#failure);
    await new Promise<void>((resolve, reject) => {
      this.stream.write(text, (error) => (error ? reject(outputError(error)) : resolve()));
    });
  }
}

/** A full disk is the user's to mend, not a bug. */
function outputError(error: Error): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') return new OutputClosed();
  return new CommandError(`the output cannot be written: ${message}`);
}
