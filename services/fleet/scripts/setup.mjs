/**
 * For a fresh clone: installs the engine, the services and this package, and builds the files that commands
 * run.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const FLEET = fileURLToPath(new URL('..', import.meta.url));

/** npm passes `-C` on to its child processes, which would then install everything in one folder. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_config_.*prefix$/i.test(name)),
);

function run(folder, ...words) {
  const cwd = fileURLToPath(new URL(folder, `file://${FLEET}`));
  const { status } = spawnSync('npm', words, {
    cwd,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

for (const folder of ['../../', '../', './']) run(folder, 'ci');
run('../../', 'run', '--silent', 'build');
run('./', 'run', '--silent', 'build');
