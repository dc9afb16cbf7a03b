import { constants, fstatSync, openSync, statSync, writeSync } from 'node:fs';
import { CommandError, EXIT, type ExitCode, OutputClosed } from './exit-code.js';

/** Destination of text and, unless the destination is a terminal, of bytes. */
export interface Output {
  readonly isTerminal: boolean;
  /** Width in columns, if known. */
  readonly columns: number | undefined;
  /**
   * Writes text as UTF-8, or bytes. Resolves after the write, so that a slow reader slows down the writer.
   * @throws OutputClosed if the reader has gone
   */
  write(text: string | Uint8Array): Promise<void>;
}

/** The parts of the process that a command uses. Tests replace these parts. */
export interface Host {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Number of processors that may be used. */
  readonly parallelism: number;
  /** The built file that workers run; if undefined, all work is done in this thread. */
  readonly workerFile: string | undefined;
  /** Folder of the built page that `view` serves. */
  readonly pageFolder?: string;
  /**
   * Shows an address in the default browser, or in a browser that is given by name. Rejects if the browser
   * could not be started. Later failures are not noticed.
   */
  readonly openAddress?: (address: string, program?: string) => Promise<void>;
  /** Makes V8 optimise code sooner, which makes a run of seconds faster and a short run slower. */
  readonly optimizeSooner?: () => void;
  /** Maximum number of bytes of a stream to keep; undefined if the command line does not set a limit. */
  readonly spoolBytes?: number;
  /** Folder to which names are relative (default: the working directory of the process). */
  readonly folder?: string;
  /** Program and arguments that repeat this run; undefined if a second process would not help. */
  readonly rerun?: readonly [string, ...string[]];
  /**
   * Sets the listener for the first signal that would end the process. The listener receives the exit code.
   * The second signal ends the process. A call with undefined removes the listener, so that the first signal
   * ends the process.
   */
  readonly onSignal?: (listener: ((code: ExitCode) => void) | undefined) => void;
}

/**
 * Returns an output whose reader may go (`validate . | head -1`). After that, the work continues without
 * output, because the exit code must report the result.
 * @param most maximum number of bytes to write without a reader
 */
export function readOrNot(output: Output, most: number): Output {
  let isClosed = false;
  let unread = 0;
  return {
    get isTerminal() {
      return output.isTerminal;
    },
    get columns() {
      return output.columns;
    },
    async write(text) {
      if (isClosed) {
        unread += text.length;
        if (unread > most) throw new OutputClosed();
        return;
      }
      try {
        await output.write(text);
      } catch (error) {
        if (!(error instanceof OutputClosed)) throw error;
        isClosed = true;
      }
    },
  };
}

/**
 * Standard output or standard error. Node's streams take 5 ms to load and set up, which is a tenth of a short
 * run. Writes that cannot block therefore bypass the stream: writes to a file, to the null device, and to a
 * pipe with free space. The stream makes all other writes, such as writes to terminals and sockets.
 */
export class StandardOutput implements Output {
  #direct: number | undefined;
  #stream: NodeJS.WriteStream | undefined;
  #failure: Error | undefined;

  /** @param open returns Node's stream for `fd`, on demand */
  constructor(
    private readonly fd: number,
    private readonly open: () => NodeJS.WriteStream,
  ) {}

  get isTerminal(): boolean {
    return this.#descriptor() === undefined && this.#streamed().isTTY === true;
  }

  get columns(): number | undefined {
    return this.#descriptor() === undefined ? this.#streamed().columns : undefined;
  }

  async write(text: string | Uint8Array): Promise<void> {
    if (text.length === 0) return;
    const rest = this.#writeNow(bufferOf(text));
    if (rest.length === 0) return;
    const stream = this.#streamed();
    if (this.#failure !== undefined) throw outputError(this.#failure);
    await new Promise<void>((resolve, reject) => {
      stream.write(rest, (error) => (error ? reject(outputError(error)) : resolve()));
    });
  }

  /** Writes as much as possible without waiting; returns the rest. */
  #writeNow(bytes: Buffer): Buffer {
    let at = 0;
    try {
      for (let fd = this.#descriptor(); fd !== undefined && at < bytes.length; )
        at += writeSync(fd, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw outputError(error as Error);
      // The reader is slow. Node's stream makes the further writes, because waiting for the reader would
      // delay signals.
      this.#streamed();
    }
    return bytes.subarray(at);
  }

  /** Returns a descriptor for writing without a stream; undefined if a stream is in use. */
  #descriptor(): number | undefined {
    if (this.#stream === undefined) this.#direct ??= unstreamed(this.fd);
    if (this.#direct === undefined) this.#streamed();
    return this.#direct;
  }

  #streamed(): NodeJS.WriteStream {
    if (this.#stream !== undefined) return this.#stream;
    this.#direct = undefined;
    this.#stream = this.open();
    // The listener is needed, because Node would otherwise end the process with a stack trace.
    this.#stream.on('error', (error: Error) => {
      this.#failure ??= error;
    });
    return this.#stream;
  }
}

/** Returns a Buffer that shares memory with the given bytes. */
export function bufferOf(text: string | Uint8Array): Buffer {
  return typeof text === 'string'
    ? Buffer.from(text)
    : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
}

/**
 * Returns a non-blocking descriptor for the output of `fd`; undefined if such a descriptor cannot be opened.
 */
function unstreamed(fd: number): number | undefined {
  try {
    const target = fstatSync(fd);
    if (target.isFile()) return fd;
    if (target.isCharacterDevice()) return target.rdev === statSync('/dev/null').rdev ? fd : undefined;
    // Under this name, Linux opens the pipe again. Only the new descriptor is non-blocking, because other
    // processes may share the given descriptor.
    if (target.isFIFO()) return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // The stream handles systems without /dev/null or /proc, and pipes whose reader has gone.
  }
  return undefined;
}

/** Converts a full disk to an error for the user, because a full disk is not a bug. */
function outputError(error: Error): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') return new OutputClosed();
  const reason = code === 'ENOSPC' ? 'there is no space left' : message;
  return new CommandError(`the output cannot be written: ${reason}`, EXIT.unreadable);
}
