import { run } from '../../src/cli/run.js';
import { capturedHost } from './captured-host.js';

/** Runs the command in this process; returns its exit code and output. */
export async function protomdl(...args: readonly string[]) {
  const host = capturedHost();
  const code = await run(args, host);
  return { code, out: host.out(), err: host.err() };
}
