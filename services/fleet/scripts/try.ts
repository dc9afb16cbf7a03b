/**
 * Tries out the fleet: starts a PostgreSQL server in a temporary folder, scans and validates a folder with a
 * worker, and prints the status. `--serve` shows the page until Ctrl-C. Leaves no files behind.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { postgresInstalled, startPostgres } from '@services/kit/testing';

if (!postgresInstalled()) {
  console.error('PostgreSQL is missing: apt-get install postgresql-15');
  process.exit(3);
}
const args = process.argv.slice(2);
const serve = args.includes('--serve');
const source = args.find((arg) => !arg.startsWith('--')) ?? '.';
const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const server = await startPostgres();

async function fleet(...command: string[]): Promise<void> {
  const child = spawn(process.execPath, [main, ...command], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: server.url, FLEET_LOG_LEVEL: process.env.FLEET_LOG_LEVEL ?? 'warn' },
  });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGINT', pass).on('SIGTERM', pass);
  const [code] = await once(child, 'exit');
  process.off('SIGINT', pass).off('SIGTERM', pass);
  if (code !== 0) throw new Error(`protomdl-fleet ${command.join(' ')} ended with ${code}`);
}

try {
  await fleet('init');
  await fleet('scan', source);
  await fleet('work', '--until-done');
  await fleet('status');
  if (serve) await fleet('serve');
} finally {
  await server.stop();
}
