import { spawn } from 'node:child_process';
import { removeLeftFolders } from '../attack/process/scratch.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { removeLeftovers } from './file-output.js';
import type { Host } from './host.js';

/** Set in the working process, which is already watched. */
const GUARDED = 'PROTOMDL_GUARDED';

/** Time in which the working process must end by itself: it removes its unfinished files. */
const GRACE_MS = 80;

/**
 * Runs a command line in a second process, until its end or a signal.
 * @param outputs files that the process writes; leftovers of a killed process are removed
 */
export function watch(
  host: Host,
  command: readonly [string, ...string[]],
  outputs: readonly (string | undefined)[],
): Promise<ExitCode> {
  const [program, ...args] = command;
  const child = spawn(program, args, { stdio: 'inherit', env: { ...host.env, [GUARDED]: '1' } });
  return new Promise((resolve, reject) => {
    let asked: ExitCode | undefined;
    const clear = (): void => {
      removeLeftFolders(child.pid);
      for (const path of outputs) if (path !== undefined && path !== '-') removeLeftovers(path, child.pid);
    };
    host.onSignal?.((code) => {
      asked = code;
      child.kill(code === EXIT.interrupted ? 'SIGINT' : 'SIGTERM');
      setTimeout(() => {
        child.kill('SIGKILL');
        clear();
        resolve(code);
      }, GRACE_MS);
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code !== null) resolve(code as ExitCode);
      else if (asked !== undefined) {
        // The process had not yet begun to handle signals.
        clear();
        resolve(asked);
      } else reject(new Error(`the process that did the work was ended by ${signal}`));
    });
  });
}
