import { constants, fstatSync, openSync, statSync, writeSync } from 'node:fs';
import { CommandError, EXIT, type ExitCode, OutputClosed } from './exit-code.js';

/** Destination of text, and of bytes unless it is a terminal. */
export interface Output {
  /** True for a terminal. */
  readonly isTerminal: boolean;
  /** Width in columns, if known. */
  readonly columns: number | undefined;
  /**
   * Resolves when the text (as UTF-8) or the bytes are written, so that a slow reader slows the writer.
   * @throws OutputClosed if its reader has gone
   */
  write(text: string | Uint8Array): Promise<void>;
}

/** Parts of the process that a command uses; tests provide their own. */
export interface Host {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Number of processors that may be used. */
  readonly parallelism: number;
  /** The built file that workers run; without it, everything runs in this thread. */
  readonly workerFile: string | undefined;
  /** Folder of the built page that `view` serves. */
  readonly pageFolder?: string;
  /**
   * Shows an address in a browser: the default one, or a program by its name. Rejects if the browser could
   * not be started; later failures go unnoticed.
   */
  readonly openAddress?: (address: string, program?: string) => Promise<void>;
  /** Makes V8 optimise code sooner, which helps a run of seconds and slows a short one. */
  readonly optimizeSooner?: () => void;
  /** Limit in bytes on the kept part of a stream, if the command line sets it. */
  readonly spoolBytes?: number;
  /** Folder of relative names (default: the process's). */
  readonly folder?: string;
  /** Program and arguments that repeat this run; undefined if a second process would not help. */
  readonly rerun?: readonly [string, ...string[]];
  /**
   * Sets the listener for the first signal that would end the process, with the exit code; the second signal
   * ends the process. Calling this with undefined removes the listener; then the first signal ends the
   * process.
   */
  readonly onSignal?: (listener: ((code: ExitCode) => void) | undefined) => void;
}

/**
 * An output whose reader may go (`validate . | head -1`): the work goes on silently, because the exit code
 * must report its result.
 * @param most limit on bytes that are written without a reader
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
 * Standard output or error. Node's streams for them take 5 ms to load and set up, a tenth of a short run. So
 * writes that cannot block bypass the stream: writes to a file, to the null device, and into a pipe with free
 * space. The stream only makes all other writes, also those to terminals and sockets.
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
      // The reader is slow. Waiting for it here would delay signals too, so the stream takes over.
      this.#streamed();
    }
    return bytes.subarray(at);
  }

  /** Returns a descriptor for writing without a stream. Once a stream is needed, always returns undefined. */
  #descriptor(): number | undefined {
    if (this.#stream === undefined) this.#direct ??= unstreamed(this.fd);
    if (this.#direct === undefined) this.#streamed();
    return this.#direct;
  }

  #streamed(): NodeJS.WriteStream {
    if (this.#stream !== undefined) return this.#stream;
    this.#direct = undefined;
    this.#stream = this.open();
    // Without a listener, Node would end the process with a stack trace.
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

/** Returns a non-blocking descriptor for the output of `fd`; undefined if there is no such descriptor. */
function unstreamed(fd: number): number | undefined {
  try {
    const target = fstatSync(fd);
    if (target.isFile()) return fd;
    if (target.isCharacterDevice()) return target.rdev === statSync('/dev/null').rdev ? fd : undefined;
    // Through this name Linux opens a pipe again, so that only our descriptor is non-blocking: other writers
    // share the descriptor that we were given.
    if (target.isFIFO()) return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // A system without /dev/null or /proc, or a pipe whose reader has gone: the stream handles these.
  }
  return undefined;
}

/** A full disk is the user's problem, not a bug. */
function outputError(error: Error): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') return new OutputClosed();
  const reason = code === 'ENOSPC' ? 'there is no space left' : message;
  return new CommandError(`the output cannot be written: ${reason}`, EXIT.unreadable);
}
