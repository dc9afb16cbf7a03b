import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { KIT_MIGRATIONS } from '@services/kit/migrations';
import { copyTemplate, program, type Running, startNode } from '@services/kit/testing';
import { CHAT_MIGRATIONS } from '../../src/create-app.js';

const SERVICES = fileURLToPath(new URL('../../../', import.meta.url));

export const OWNER = { email: 'owner@example.com', password: 'a long and unusual phrase' };

/** Runs the service in a separate process, as users do, for tests that kill the process. */
export class Program {
  readonly dataDir: string;
  readonly #settings: Record<string, string>;
  #server: Running | undefined;

  /** `settings` are environment variables of the process. */
  constructor(dataDir: string, settings: Record<string, string> = {}) {
    this.dataDir = dataDir;
    this.#settings = { CHAT_ADMIN_PORT: '0', CHAT_LOG_LEVEL: 'error', ...settings };
  }

  get url(): string {
    return this.#server?.url ?? '';
  }

  /** Creates the data directory with its owner. */
  async init(): Promise<void> {
    const passwordFile = path.join(path.dirname(this.dataDir), `${path.basename(this.dataDir)}.password`);
    await writeFile(passwordFile, OWNER.password);
    if (this.#settings.CHAT_DATABASE_URL === undefined) {
      await copyTemplate(path.join(this.dataDir, 'pg'), [KIT_MIGRATIONS, CHAT_MIGRATIONS]);
    }
    const args = ['init', this.dataDir, '--email', OWNER.email, '--password-file', passwordFile];
    const child = spawn(process.execPath, [...program('chat'), ...args], {
      cwd: SERVICES,
      env: { ...process.env, ...this.#settings },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`init ended with code ${code}`);
  }

  /** Starts the server and waits for the line with its address. Port 0 chooses a free port. */
  async serve(port = 0): Promise<void> {
    const args = [...program('chat'), 'serve', this.dataDir, '--port', String(port)];
    this.#server = await startNode(SERVICES, args, this.#settings);
  }

  get pid(): number {
    return this.#server!.child.pid!;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Kills the process, like `kill -9`, and waits for its exit. */
  async kill(): Promise<void> {
    await this.#server?.stop('SIGKILL');
  }
}
