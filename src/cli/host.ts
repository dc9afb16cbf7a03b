import { constants, fstatSync, openSync, statSync, writeSync } from 'node:fs';
import { CommandError, OutputClosed } from './command-error.js';
import { EXIT, type ExitCode } from './exit-code.js';

/** Where text goes, and bytes where no terminal shows them. */
export interface Output {
  /** Whether a person is looking at it. */
  readonly isTerminal: boolean;
  /** Columns, where that is known. */
  readonly columns: number | undefined;
  /**
   * Resolves when the text is out (as UTF-8), or the bytes as they are, so that a slow reader slows the writer.
   * @throws OutputClosed when its reader has gone
   */
  write(text: string | Uint8Array): Promise<void>;
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
  /** The folder of the built page that `view` serves. */
  readonly pageFolder?: string;
  /**
   * Shows an address in a browser: the one that is usual, or a program by its name. Rejects where it could not be
   * started; whether it shows anything is not known.
   */
  readonly openAddress?: (address: string, program?: string) => Promise<void>;
  /** Makes V8 optimise code sooner, which pays in a run of seconds and slows a short one down. */
  readonly optimizeSooner?: () => void;
  /** Bytes that are kept of a stream at most, where the command line says so. */
  readonly spoolBytes?: number;
  /** The folder that relative names begin in (default: the process's). */
  readonly folder?: string;
  /** The program and arguments that do the same once more; undefined where a second process would not help. */
  readonly rerun?: readonly [string, ...string[]];
  /**
   * Called at the first signal that would end the process, with the code to end with; the second one
   * ends it. Undefined: no listener, the first one ends it.
   */
  readonly onSignal?: (listener: ((code: ExitCode) => void) | undefined) => void;
}

/**
 * An output whose reader may go (`validate . | head -1`): the work goes on in silence, because the exit code has to
 * say what it came to.
 * @param most bytes that may be written in vain
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
 * Standard output or error. Node's streams for them take 5 ms to load and set up, a tenth of a short run, so
 * what can be written at once without them is: to a file, to the null device, and into a pipe as long as there
 * is room. Only the rest, terminals and sockets are the stream's.
 */
export class StandardOutput implements Output {
  #direct: number | undefined;
  #stream: NodeJS.WriteStream | undefined;
  #failure: Error | undefined;

  /** @param open Node's stream for `fd`, made when it is needed */
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

  /** Writes what needs no waiting; returns the rest. */
  #writeNow(bytes: Buffer): Buffer {
    let at = 0;
    try {
      for (let fd = this.#descriptor(); fd !== undefined && at < bytes.length; )
        at += writeSync(fd, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw outputError(error as Error);
      // The reader is slow. Waiting for it here would keep signals waiting too, so the stream takes over.
      this.#streamed();
    }
    return bytes.subarray(at);
  }

  /** Where to write without a stream; undefined where a stream is needed, and from then on. */
  #descriptor(): number | undefined {
    if (this.#stream === undefined) this.#direct ??= unstreamed(this.fd);
    if (this.#direct === undefined) this.#streamed();
    return this.#direct;
  }

  #streamed(): NodeJS.WriteStream {
    if (this.#stream !== undefined) return this.#stream;
    this.#direct = undefined;
    this.#stream = this.open();
    // Without a listener Node would end the process with a stack trace.
    this.#stream.on('error', (error: Error) => {
      this.#failure ??= error;
    });
    return this.#stream;
  }
}

/** Shares memory with bytes that it is given. */
export function bufferOf(text: string | Uint8Array): Buffer {
  return typeof text === 'string'
    ? Buffer.from(text)
    : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
}

/** A descriptor on which writing never waits, of what `fd` is; undefined where there is none. */
function unstreamed(fd: number): number | undefined {
  try {
    const target = fstatSync(fd);
    if (target.isFile()) return fd;
    if (target.isCharacterDevice()) return target.rdev === statSync('/dev/null').rdev ? fd : undefined;
    // Through this name Linux opens a pipe anew, so that not waiting is ours alone: others who write to it
    // share the descriptor that we were given.
    if (target.isFIFO()) return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    // A system without /dev/null or /proc, or a pipe whose reader has gone: the stream knows.
  }
  return undefined;
}

/** A full disk is the user's to mend, not a bug. */
function outputError(error: Error): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') return new OutputClosed();
  const reason = code === 'ENOSPC' ? 'there is no space left' : message;
  return new CommandError(`the output cannot be written: ${reason}`, EXIT.unreadable);
}
