import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Command line of a contender. */
export interface Command {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** One turn of a contender. */
export interface Turn {
  /** Time of one call. */
  readonly milliseconds: number;
  readonly times: number;
  /** Number that the contender counted: equal for contenders that do the same work. */
  readonly counted: number;
}

/** A running contender that waits for requests; contenders/driver.ts has the protocol. */
export class ContenderProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  #waiting: { resolve(line: string): void; reject(error: Error): void } | undefined;
  #ended: Error | undefined;
  #complaints = '';

  constructor(
    readonly title: string,
    { program, arguments: args, environment }: Command,
  ) {
    this.#child = spawn(program, args, { env: { ...process.env, ...environment } });
    this.#child.stderr.on('data', (text: Buffer) => {
      this.#complaints += text.toString();
    });
    this.#child.stdin.on('error', () => {}); // the handler of the process's end reports the reason
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      this.#waiting?.resolve(line);
      this.#waiting = undefined;
    });
    const end = (how: string) => {
      this.#ended = new Error(`${title} ended (${how}): ${this.#complaints.trim()}`);
      this.#waiting?.reject(this.#ended);
    };
    this.#child.on('error', (error) => end(error.message));
    this.#child.on('close', (code, signal) => end(String(signal ?? code)));
  }

  /** @throws when the process has ended, or ends without an answer */
  async load(path: string): Promise<void> {
    await this.#ask(`load ${path}`);
  }

  /** @param milliseconds time for which the work is repeated; by default it runs once */
  async run(milliseconds?: number): Promise<Turn> {
    const line = await this.#ask(milliseconds === undefined ? 'run' : `run ${milliseconds}`);
    const [nanoseconds, times, counted] = line.split(' ').map(Number);
    return { milliseconds: nanoseconds! / times! / 1e6, times: times!, counted: counted! };
  }

  /** Returns the peak memory of the process, in bytes. */
  async memory(): Promise<number> {
    return Number(await this.#ask('memory'));
  }

  async stop(): Promise<void> {
    if (this.#ended !== undefined) return;
    const closed = new Promise<void>((resolve) => {
      this.#child.on('close', () => resolve());
    });
    this.#child.stdin.end();
    await closed;
  }

  #ask(request: string): Promise<string> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#child.stdin.write(`${request}\n`);
    });
  }
}
