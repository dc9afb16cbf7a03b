import { nodeChecksums } from '../check/validate/node-checksums.js';
import type { RewriteOptions, Rewriting } from '../tools/rewrite/rewriting.js';
import type { ByteOutput } from './file-output.js';
import type { Stopper } from './stopper.js';

/** Thrown to leave the writing when a signal came. */
export class Stopped extends Error {}

/** Files are written without waiting: signals are handled in between only. */
const TURN_MS = 100;

/** Writes a file that has been thought out. @throws Stopped where a signal came */
export async function writeRewriting(
  rewriting: { write(take: Parameters<Rewriting['write']>[0], options: RewriteOptions): Promise<unknown> },
  output: ByteOutput,
  stopper: Stopper,
): Promise<void> {
  const { patch } = output;
  let turned = performance.now();
  await rewriting.write(
    async (bytes) => {
      await output.write(bytes);
      if (performance.now() - turned > TURN_MS) {
        await new Promise((resolve) => setImmediate(resolve));
        turned = performance.now();
      }
      if (stopper.reason !== undefined) throw new Stopped();
    },
    { checksums: nodeChecksums, ...(patch !== undefined && { patch }) },
  );
}
