import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { reportBug } from './complain.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { type Host, StandardOutput } from './host.js';
import { run } from './run.js';

/**
 * Milliseconds in which a command must end after a signal, because users and supervisors wait for the end.
 */
const PATIENCE_MS = 100;

/**
 * Runs the command as the process that launch.ts has started.
 * @param folder folder of the files that start processes and threads
 * @param optimizeSooner as in Host
 */
export function main(folder: string, optimizeSooner: () => void): void {
  let listener: ((code: ExitCode) => void) | undefined;
  const host: Host = {
    stdout: new StandardOutput(1, () => process.stdout),
    stderr: new StandardOutput(2, () => process.stderr),
    env: process.env,
    parallelism: availableParallelism(),
    workerFile: join(folder, 'validate-worker.js'),
    pageFolder: join(folder, '..', 'page'),
    optimizeSooner,
    // `guard.ts` sets this variable for its child process.
    ...(process.env.PROTOMDL_GUARDED === undefined && {
      rerun: [process.execPath, ...process.execArgv, process.argv[1] as string, ...process.argv.slice(2)],
    }),
    openAddress: async (address, program) =>
      (await import('./open-address.js')).openAddress(address, program),
    onSignal: (next) => {
      listener = next;
    },
  };

  // After a signal, work in progress is dropped, and only the report is written.
  const end = (code: ExitCode) => () => {
    const current = listener;
    listener = undefined;
    if (current === undefined) process.exit(code);
    current(code);
    // The timer ends the process even if the reader of the report has stopped reading.
    setTimeout(() => process.exit(code), PATIENCE_MS).unref();
  };
  process.on('SIGINT', end(EXIT.interrupted));
  process.on('SIGTERM', end(EXIT.terminated));

  process.on('uncaughtException', (error) => {
    void reportBug(host, error).then(() => process.exit(EXIT.bug));
  });

  // While a task without a handle is running (such as the compilation of WebAssembly), Node would wait for
  // all of V8's threads at once, and would wait forever if a thread needs a garbage collection by the main
  // thread: https://github.com/nodejs/node/issues/54918. With the handle of this timer, Node waits for events
  // instead.
  setInterval(() => {}, 0x7fff_ffff);

  // Output has been written when `run` is done. Resources that may still be open (unread standard input, idle
  // workers) must not keep the process alive.
  void run(process.argv.slice(2), host).then((code) => process.exit(code));
}
