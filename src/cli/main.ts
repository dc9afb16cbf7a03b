import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { reportBug } from './complain.js';
import { EXIT, type ExitCode } from './exit-code.js';
import { type Host, StandardOutput } from './host.js';
import { run } from './run.js';

/** What a command may take to end after a signal: people and supervisors wait for it. */
const PATIENCE_MS = 100;

/**
 * The command's process, started by launch.ts.
 * @param folder of the files that processes and threads are started with
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
    // `guard.ts` sets it for the process that it starts.
    ...(process.env.PROTOMDL_GUARDED === undefined && {
      rerun: [process.execPath, ...process.execArgv, process.argv[1] as string, ...process.argv.slice(2)],
    }),
    openAddress: async (address, program) =>
      (await import('./open-address.js')).openAddress(address, program),
    onSignal: (next) => {
      listener = next;
    },
  };

  // Work that is under way, such as open files or running workers, is given up: nothing is written but the report.
  const end = (code: ExitCode) => () => {
    const current = listener;
    listener = undefined;
    if (current === undefined) process.exit(code);
    current(code);
    // Whatever it waits for, a reader of the report that has stopped reading, say.
    setTimeout(() => process.exit(code), PATIENCE_MS).unref();
  };
  process.on('SIGINT', end(EXIT.interrupted));
  process.on('SIGTERM', end(EXIT.terminated));

  process.on('uncaughtException', (error) => {
    void reportBug(host, error).then(() => process.exit(EXIT.bug));
  });

  // While something is under way that holds no handle (WebAssembly being compiled), Node would wait for all of V8's
  // threads at once, and when one of these wants a collection from the main thread, for ever:
  // https://github.com/nodejs/node/issues/54918. With a handle it waits for events.
  setInterval(() => {}, 0x7fff_ffff);

  // Output has been written when `run` is done. What may still be open (standard input that is no longer read,
  // idle workers) must not keep the process alive.
  void run(process.argv.slice(2), host).then((code) => process.exit(code));
}
