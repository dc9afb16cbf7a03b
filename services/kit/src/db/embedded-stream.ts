import { Duplex } from 'node:stream';
import type { Worker } from 'node:worker_threads';

/** Type of the message that ends a connection in the wire protocol. */
const TERMINATE = 'X'.charCodeAt(0);

/** Time after which the thread is terminated like a killed process, which the database survives. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * The connection to the embedded database (PGlite), as PostgreSQL's driver uses it: a stream of the wire protocol to a
 * worker thread. Thus the same driver is used for both databases, a long query blocks only the worker, and closing the
 * stream stops running queries.
 */
export class EmbeddedStream extends Duplex {
  readonly #start: () => Promise<Worker>;
  readonly #ended: (end: Promise<unknown>) => void;
  #worker: Worker | undefined;

  /**
   * `start` resolves to a worker that is ready; `ended` receives a promise that resolves when the worker has ended.
   */
  constructor(start: () => Promise<Worker>, ended: (end: Promise<unknown>) => void) {
    super();
    this.#start = start;
    this.#ended = ended;
  }

  connect(): this {
    this.#start().then(
      (worker) => {
        this.#worker = worker;
        if (this.destroyed) {
          this.#ended(worker.terminate());
          return;
        }
        worker.on('message', (answer: Uint8Array) => {
          this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
        });
        worker.once('error', (error) => this.destroy(error));
        worker.once('exit', (code) =>
          this.destroy(new Error(`the embedded database ended with code ${code}`)),
        );
        this.emit('connect');
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  // The driver treats its stream as a socket.
  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    this.#worker?.ref();
    return this;
  }

  unref(): this {
    this.#worker?.unref();
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#post(chunk);
    done();
  }

  /** The driver corks the messages of one statement, which reach the worker as one message. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#post(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  /** Closes the database's files, after the driver has closed the connection. */
  override _final(done: () => void): void {
    const worker = this.#worker;
    const finish = () => {
      clearTimeout(patience);
      done();
      this.destroy();
    };
    const patience = setTimeout(finish, CLOSE_TIMEOUT_MS);
    if (worker === undefined) finish();
    else {
      worker.removeAllListeners('exit').once('exit', finish);
      worker.postMessage('close');
    }
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker !== undefined) {
      worker.removeAllListeners('message').removeAllListeners('exit');
      this.#ended(worker.terminate());
    }
    done(error);
  }

  #post(bytes: Buffer): void {
    // The database is closed at the end of the stream.
    if (bytes[0] === TERMINATE) return;
    // Buffers of the driver share memory with other buffers, so a copy is transferred to the worker.
    const message = new Uint8Array(bytes);
    this.#worker?.postMessage(message, [message.buffer]);
  }
}
