import { nodeChecksums } from '../check/validate/node-checksums.js';
import type { RewriteOptions, Rewriting } from '../tools/rewrite/rewriting.js';
import type { ByteOutput } from './file-output.js';
import type { Stopper } from './stopper.js';

export class WritingStopped extends Error {}

/** Milliseconds of writing before pending signals are handled, because files are written synchronously. */
const TURN_MS = 100;

/** Writes a file whose contents are fully planned. @throws WritingStopped after a signal */
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
      if (stopper.reason !== undefined) throw new WritingStopped();
    },
    { checksums: nodeChecksums, ...(patch !== undefined && { patch }) },
  );
}
