import { type ChildProcess, spawn } from 'node:child_process';
import { fromSources } from './program.js';

export interface Running {
  url: string;
  child: ChildProcess;
  stop(): Promise<void>;
}

/**
 * Starts a script of a package, as built or from its source; resolves when it prints its address.
 * @param cwd the package's folder
 */
export function startScript(
  cwd: string,
  file: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<Running> {
  const before = file.endsWith('.ts') ? fromSources() : [];
  const child = spawn(process.execPath, [...before, file, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      if (output.length > 10_000) return;
      output += chunk.toString();
      const url = /ready at (\S+)/.exec(output)?.[1];
      if (url === undefined) return;
      const stop = () => {
        child.kill('SIGTERM');
        return exited;
      };
      resolve({ url, child, stop });
    });
    exited.then(() => reject(new Error(`${file} ended: ${output}`)));
  });
}
