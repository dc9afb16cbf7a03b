/**
 * Checks that a clone works if npm runs no scripts (`npm ci --ignore-scripts`): `npm ci` builds nothing, and
 * after `npm run build` the command and the tests start. Uses the last commit; takes a minute.
 *
 *   tsx scripts/package/without-scripts.ts
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'protomdl-clone-'));
const clone = join(folder, 'clone');

function run(command: string, ...args: string[]): void {
  console.log(`${command} ${args.join(' ')}`);
  execFileSync(command, args, { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] });
}

try {
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, clone], { stdio: 'inherit' });
  run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline');
  if (existsSync(join(clone, 'dist'))) throw new Error('something was built all the same: a script ran');
  run('npm', 'run', 'build');
  run('npx', '--no-install', 'protomdl', 'validate', 'corpus/valid');
  run('npx', '--no-install', 'vitest', 'run', 'test/wire');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
