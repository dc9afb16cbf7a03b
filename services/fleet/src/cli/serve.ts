import { listen, stopHttp } from '@services/kit/http';
import { runUntilSignal } from '@services/kit/lifecycle';
import type { Command } from 'commander';
import { UsageError } from '../db/fleet-database.js';
import { createServer } from '../serve/server.js';
import { newToken } from '../serve/tokens.js';
import { print, withDatabase } from './session.js';
import { hearing } from './signals.js';
import { pathOf, whole } from './values.js';

const GRACE_MS = 10_000;

/** Minimum length of a token, so that it cannot be guessed. */
const LEAST_TOKEN = 16;

interface ServeFlags {
  readonly host: string;
  readonly port: number;
  readonly module?: string;
}

export function defineServe(program: Command): void {
  program
    .command('serve')
    .description(
      'serve the page, /metrics and /healthz until SIGTERM; FLEET_TOKEN sets the secret in its address',
    )
    .option('--host <address>', 'to listen on', '127.0.0.1')
    .option('--port <n>', 'to listen on; 0 takes a free one', whole(0, 65_535), 8_730)
    .option('--module <file>', 'opens objects of another scheme')
    .action(async (flags: ServeFlags) => {
      process.exitCode = await serve(flags);
    });
}

async function serve({ host, port, module }: ServeFlags): Promise<number> {
  const token = process.env.FLEET_TOKEN ?? newToken();
  if (!/^[\w-]+$/.test(token) || token.length < LEAST_TOKEN) {
    throw new UsageError(`FLEET_TOKEN takes at least ${LEAST_TOKEN} letters, digits, - and _`);
  }
  return withDatabase(async (db, log) => {
    const app = createServer({ db, log, token, module: module === undefined ? undefined : pathOf(module) });
    const { url } = await listen(app, { host, port });
    return hearing(async () => {
      const stop = () => stopHttp(app, GRACE_MS);
      const ended = runUntilSignal({ steps: [{ name: 'server', stop }], log, graceMs: GRACE_MS });
      await print(`${url}/${token}/\n`);
      return ended;
    });
  });
}
