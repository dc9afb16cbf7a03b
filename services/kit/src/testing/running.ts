import { type ChildProcess, spawn } from 'node:child_process';
import { fromSources } from './program.js';

export interface Running {
  url: string;
  child: ChildProcess;
  /** Ends the process by the signal; returns its exit code, or null if the signal killed it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts a script of a package, compiled or from its source. Resolves when the script prints its address.
 * @param cwd the package's folder
 */
export function startScript(
  cwd: string,
  file: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<Running> {
  const before = file.endsWith('.ts') ? fromSources() : [];
  return startNode(cwd, [...before, file, ...args], env);
}

/** Starts Node with these arguments; resolves when the program prints its address. */
export function startNode(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Running> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      if (output.length > 10_000) return;
      output += chunk.toString();
      const url = /ready at (\S+)/.exec(output)?.[1];
      if (url === undefined) return;
      const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
        child.kill(signal);
        return exited;
      };
      resolve({ url, child, stop });
    });
    exited.then((code) => reject(new Error(`${args.join(' ')} ended with ${code}: ${output}`)));
  });
}
