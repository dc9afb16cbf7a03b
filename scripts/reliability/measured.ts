/** A child of cost.ts: runs the command lines that it receives, and returns the processor time of each. */
import { run } from '../../src/cli/run.js';

/** @returns milliseconds */
async function measure(args: readonly string[]): Promise<number> {
  const output = { isTerminal: false, columns: undefined, write: async () => {} };
  const begun = process.cpuUsage();
  await run([...args], {
    stdout: output,
    stderr: output,
    env: {},
    parallelism: 1,
    workerFile: undefined,
  });
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

process.on('message', async ({ args }: { args: string[] }) => {
  process.send?.(await measure(args).catch(() => Number.NaN));
});
