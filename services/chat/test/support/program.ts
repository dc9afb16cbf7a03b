import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { copyTemplate, program } from '@services/kit/testing';

const SERVICES = fileURLToPath(new URL('../../../', import.meta.url));

export const OWNER = { email: 'owner@example.com', password: 'a long and unusual phrase' };

/** The service as people run it, in a process of its own: for tests that kill it. */
export class Program {
  readonly dataDir: string;
  readonly #settings: Record<string, string>;
  #child: ChildProcess | undefined;
  url = '';

  /** `settings` are environment variables of the process. */
  constructor(dataDir: string, settings: Record<string, string> = {}) {
    this.dataDir = dataDir;
    this.#settings = settings;
  }

  /** Makes the data directory with its owner. */
  async init(): Promise<void> {
    const passwordFile = path.join(path.dirname(this.dataDir), `${path.basename(this.dataDir)}.password`);
    await writeFile(passwordFile, OWNER.password);
    if (this.#settings.CHAT_DATABASE_URL === undefined) await copyTemplate(path.join(this.dataDir, 'pg'));
    const child = this.#spawn([
      'init',
      this.dataDir,
      '--email',
      OWNER.email,
      '--password-file',
      passwordFile,
    ]);
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`init ended with code ${code}`);
  }

  /** Starts the server and waits for the line with its address. 0 takes a free port. */
  async serve(port = 0): Promise<void> {
    const child = this.#spawn(['serve', this.dataDir, '--port', String(port)]);
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout! })) {
      const url = /http:\/\/127\.0\.0\.1:[0-9]+/.exec(line)?.[0];
      if (url !== undefined) {
        this.url = url;
        child.stdout!.resume();
        return;
      }
    }
    throw new Error('the server ended before it was ready');
  }

  get pid(): number {
    return this.#child!.pid!;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Ends the process at once, as `kill -9` does, and waits until it is gone. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  #spawn(args: string[]): ChildProcess {
    return spawn(process.execPath, [...program('chat'), ...args], {
      cwd: SERVICES,
      env: { ...process.env, CHAT_ADMIN_PORT: '0', CHAT_LOG_LEVEL: 'error', ...this.#settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }
}
